package io.leafid.autoconfigure.check;

import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/** Settings with which a check serves nothing and ends. Stateless. */
final class CheckOnlyEnvironment implements EnvironmentPostProcessor, Ordered {

    static final String PROPERTY = "leaf.check-only";

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        if (environment.getProperty(PROPERTY, Boolean.class, false)) {
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
