package io.leafid.autoconfigure.check;

import io.leafid.autoconfigure.properties.LeafStartException;
import java.util.List;
import java.util.Map;
import org.springframework.aot.AotDetector;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/** Settings with which a check serves nothing and ends. Stateless. */
final class CheckOnlyEnvironment implements EnvironmentPostProcessor, Ordered {

    static final String PROPERTY = "leaf.check-only";

    /**
     * Does nothing without a check.
     *
     * @throws LeafStartException if the beans of the application were chosen when it was built, the check not among them
     */
    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        if (environment.getProperty(PROPERTY, Boolean.class, false)) {
            if (AotDetector.useGeneratedArtifacts()) {
                throw new LeafStartException(
                        "A check before the start was asked for, and the beans of this application were chosen when it was built, so that"
                                + " it would start.",
                        "Run the check on a JVM without -Dspring.aot.enabled=true.",
                        null,
                        List.of(PROPERTY));
            }
            environment
                    .getPropertySources()
                    .addFirst(new MapPropertySource(
                            "leafCheckOnly",
                            Map.of(
                                    "spring.main.web-application-type", "none",
                                    "spring.main.keep-alive", "false")));
        }
    }

    /** After all sources of settings are known. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
