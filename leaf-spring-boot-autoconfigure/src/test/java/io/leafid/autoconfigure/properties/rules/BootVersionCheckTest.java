package io.leafid.autoconfigure.properties.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.leafid.autoconfigure.FailureTexts;
import io.leafid.autoconfigure.RecordedFailures;
import io.leafid.autoconfigure.properties.LeafStartException;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.bootstrap.DefaultBootstrapContext;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.support.SpringFactoriesLoader;

class BootVersionCheckTest {

    /** What Spring Boot 2 and 3 have too, beside Java and what is our own. */
    private static final Set<String> ALWAYS_THERE = Set.of(
            "org.springframework.boot.SpringBootVersion",
            "org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent",
            "org.springframework.boot.diagnostics.AbstractFailureAnalyzer",
            "org.springframework.boot.diagnostics.FailureAnalysis",
            "org.springframework.context.ApplicationEvent",
            "org.springframework.context.ApplicationListener",
            "org.springframework.core.Ordered",
            "org.springframework.core.annotation.Order",
            "org.springframework.core.env.Environment");

    @AfterEach
    void forget() {
        RecordedFailures.take();
    }

    @Test
    void oldBootEndsTheStartWithOneExplanation() {
        SpringApplication application = FailureTexts.application(Empty.class);
        application.addListeners(new BootVersionCheck("3.5.7"));
        FailureTexts.assertFails("old-boot", application);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"4.0.0", "4.1.1", "5.0.0-M1", "10.0", "unknown"})
    void newBootIsAccepted(String version) {
        BootVersionCheck check = new BootVersionCheck(version);
        assertThatCode(() -> check.onApplicationEvent(new ApplicationEnvironmentPreparedEvent(
                        new DefaultBootstrapContext(),
                        new SpringApplication(Empty.class),
                        new String[0],
                        new StandardEnvironment())))
                .doesNotThrowAnyException();
    }

    @Test
    void isAskedAtEveryStart() {
        assertThat(SpringFactoriesLoader.forDefaultResourceLocation().load(ApplicationListener.class))
                .hasAtLeastOneElementOfType(BootVersionCheck.class);
    }

    @Test
    void needsNothingThatOldBootLacks() {
        Set<String> used = new ClassFileImporter()
                        .importClasses(BootVersionCheck.class, LeafStartException.class, LeafStartFailureAnalyzer.class)
                        .stream()
                        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                        .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                        .map(JavaClass::getName)
                        .filter(name -> name.startsWith("org.springframework."))
                        .collect(Collectors.toSet());

        assertThat(used).isNotEmpty().isSubsetOf(ALWAYS_THERE);
    }

    @Configuration(proxyBeanMethods = false)
    static class Empty {}
}
