package io.leafid.benchmarks.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathTest {

    @Test
    void applicationWithoutLeafHasNothingOfLeafAndNoServer() {
        assertThat(entries(ClassPath.PLAIN))
                .noneMatch(entry -> entry.contains("leaf-spring-boot-") || entry.contains("leaf-core"))
                .noneMatch(entry -> entry.contains("tomcat") || entry.contains("actuator") || entry.contains("curator"))
                .anyMatch(entry -> entry.contains("spring-boot-jdbc-"))
                .anyMatch(entry -> entry.contains("HikariCP-"));
    }

    @Test
    void leafBringsTheActuatorAndItsOwnModules() {
        assertThat(entries(ClassPath.WITH_LEAF))
                .containsAll(entries(ClassPath.WITH_ACTUATOR))
                .anyMatch(entry -> entry.contains("leaf-spring-boot-autoconfigure"))
                .anyMatch(entry -> entry.contains("leaf-core"))
                .anyMatch(entry -> entry.contains("leaf-jdbc"))
                .noneMatch(entry -> entry.contains("curator") || entry.contains("leaf-zookeeper"));
    }

    @Test
    void leaseFromZooKeeperNeedsCurator() {
        assertThat(entries(ClassPath.WITH_LEAF_AND_CURATOR))
                .containsAll(entries(ClassPath.WITH_LEAF))
                .anyMatch(entry -> entry.contains("leaf-zookeeper"))
                .anyMatch(entry -> entry.contains("curator-framework-"))
                .anyMatch(entry -> entry.contains("zookeeper-3"));
    }

    @Test
    void modulesAreJarsWhenAnApplicationStarts(@TempDir Path directory) {
        assertThat(ClassPath.WITH_LEAF_AND_CURATOR.packed(directory).split(File.pathSeparator, -1))
                .filteredOn(entry -> entry.contains("leaf-") && !entry.contains("leaf-benchmarks"))
                .hasSizeGreaterThan(3)
                .allSatisfy(entry -> assertThat(Path.of(entry)).isRegularFile());
    }

    private static List<String> entries(ClassPath classPath) {
        return List.of(classPath.toString().split(File.pathSeparator, -1));
    }
}
