package io.leafid.data;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which package may use what: each library is known to one. */
class DataArchitectureTest {

    private static final List<String> EVERYBODY = List.of(
            "java..", "org.jspecify..", "org.springframework.core..", "org.springframework.util..", "io.leafid");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.leafid.data", "io.leafid.autoconfigure.data");

    @ParameterizedTest
    @CsvSource({
        "io.leafid.data, io.leafid.data.hibernate org.hibernate..",
        "io.leafid.data.property, org.springframework.beans..",
        "io.leafid.data.hibernate, io.leafid.data.property org.springframework.beans.. org.hibernate..",
        "io.leafid.data.jackson, io.leafid.data tools.jackson..",
        "io.leafid.data.relational, io.leafid.data io.leafid.data.property org.springframework.data..",
        "io.leafid.data.jdbc, io.leafid.data.relational org.springframework.data.. org.springframework.beans..",
        "io.leafid.data.r2dbc, io.leafid.data.relational org.springframework.data.. org.springframework.beans.. org.reactivestreams.. reactor..",
        "io.leafid.data.mybatisplus, io.leafid.data io.leafid.data.property org.springframework.beans.. com.baomidou.. org.apache.ibatis..",
        "io.leafid.data.shardingsphere, io.leafid.data.property org.springframework.beans.. org.springframework.context.. org.apache.shardingsphere.."
    })
    void packageUsesItsLibraryAlone(String own, String others) {
        String[] allowed = Stream.of(EVERYBODY.stream(), Stream.of(others.split(" ")), Stream.of(own))
                .flatMap(each -> each)
                .toArray(String[]::new);

        classes()
                .that()
                .resideInAPackage(own)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(allowed))
                .check(CLASSES);
    }

    @Test
    void packagesAreFreeOfCycles() {
        slices().matching("io.leafid.(**)").should().beFreeOfCycles().check(CLASSES);
    }
}
