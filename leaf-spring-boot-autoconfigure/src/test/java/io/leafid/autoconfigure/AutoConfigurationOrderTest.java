package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.util.ClassUtils;

/** That the auto-configurations are found, and stand where they have to. */
class AutoConfigurationOrderTest {

    /** Neighbours that the integration tests of their library look for. */
    private static final String WITH_THEIR_LIBRARY = "com.baomidou.";

    private static List<Class<?>> autoConfigurations() {
        ClassLoader loader = AutoConfigurationOrderTest.class.getClassLoader();
        return ImportCandidates.load(AutoConfiguration.class, loader).getCandidates().stream()
                .filter(name -> name.startsWith("io.leafid.autoconfigure."))
                .<Class<?>>map(name -> ClassUtils.resolveClassName(name, loader))
                .toList();
    }

    /** A name that does not exist is ignored in silence, and the order is lost. */
    @Test
    void everyNeighbourThatIsNamedExists() {
        assertThat(autoConfigurations()).allSatisfy(type -> {
            AutoConfiguration annotation = Objects.requireNonNull(type.getAnnotation(AutoConfiguration.class));
            assertThat(Stream.of(annotation.afterName(), annotation.beforeName())
                            .flatMap(Arrays::stream)
                            .filter(name -> !name.startsWith(WITH_THEIR_LIBRARY)))
                    .allSatisfy(name -> assertThat(ClassUtils.isPresent(name, type.getClassLoader()))
                            .as("%s, named by %s", name, type.getSimpleName())
                            .isTrue());
        });
    }

    @Test
    void everyAutoConfigurationIsListed() throws IOException {
        try (var files = Files.walk(Path.of("src", "main", "java", "io", "leafid", "autoconfigure"))) {
            List<String> written = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith("AutoConfiguration.java"))
                    .map(name -> name.replace(".java", ""))
                    .toList();
            assertThat(autoConfigurations())
                    .extracting(Class::getSimpleName)
                    .containsExactlyInAnyOrderElementsOf(written);
        }
    }

    @Test
    void autoConfigurationsArePublicAndTheirBeanMethodsAreNot() {
        assertThat(autoConfigurations()).isNotEmpty().allSatisfy(type -> {
            assertThat(Modifier.isPublic(type.getModifiers())).isTrue();
            assertThat(Modifier.isFinal(type.getModifiers())).isTrue();
            assertThat(type.getDeclaredMethods()).noneMatch(method -> Modifier.isPublic(method.getModifiers()));
        });
    }
}
