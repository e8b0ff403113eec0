package io.leafid.autoconfigure.properties;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.autoconfigure.properties.WorkerIdMode.Registry;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.context.FilteredClassLoader;

class WorkerIdModeTest {

    @ParameterizedTest
    @EnumSource(Registry.class)
    void theLibraryOfARegistryIsFoundByItsClass(Registry registry) {
        assertThat(registry.isUsable(getClass().getClassLoader())).isTrue();
        assertThat(registry.artifact()).isNotBlank();
    }

    @Test
    void aRegistryWhoseLibraryIsMissingIsNotUsable() {
        assertThat(Registry.ZOOKEEPER.isUsable(new FilteredClassLoader("org.apache.curator")))
                .isFalse();
        assertThat(Registry.DATABASE.isUsable(new FilteredClassLoader("org.springframework.boot.jdbc")))
                .isFalse();
    }

    @Test
    void anotherNameSharesTheFactsOfTheModeMeant() {
        assertThat(WorkerIdMode.JDBC.meant()).isEqualTo(WorkerIdMode.MYSQL);
        assertThat(WorkerIdMode.JDBC.registry()).isEqualTo(WorkerIdMode.MYSQL.registry());
        assertThat(WorkerIdMode.JDBC.isFixed()).isEqualTo(WorkerIdMode.MYSQL.isFixed());
    }

    @Test
    void aModeMeansItselfOrOneThatDoes() {
        assertThat(Stream.of(WorkerIdMode.values()).map(WorkerIdMode::meant))
                .allSatisfy(mode -> assertThat(mode.meant()).isEqualTo(mode));
    }
}
