package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.LeafStartException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;

/**
 * Ends the start under a Spring Boot that is too old, before classes are missed that it does not have. It therefore uses nothing that
 * Spring Boot 2 and 3 lack. Stateless.
 */
final class BootVersionCheck implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

    private static final char OLDEST = '4';

    private final @Nullable String version;

    BootVersionCheck() {
        this(SpringBootVersion.getVersion());
    }

    /** Checks another version. */
    BootVersionCheck(@Nullable String version) {
        this.version = version;
    }

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        // a version that cannot be read is taken for new enough
        if (version != null && version.indexOf('.') == 1 && version.charAt(0) < OLDEST) {
            throw new LeafStartException(
                    "Leaf needs Spring Boot 4 or newer, and this application runs with Spring Boot " + version + ".",
                    "Use Spring Boot 4 or newer, or remove io.leafid:leaf-spring-boot-starter from the dependencies.",
                    null);
        }
    }

    /** Before whatever else looks at the environment. */
    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }
}
