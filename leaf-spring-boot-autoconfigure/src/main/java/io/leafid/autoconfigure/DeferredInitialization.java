package io.leafid.autoconfigure;

import org.springframework.core.env.Environment;

/**
 * Boot's setting by which the application's scripts run after JPA's entities are set up. Entities whose ids come from Leaf need its
 * generator before that, so nothing that it is made of may wait for the scripts then. Stateless.
 */
final class DeferredInitialization {

    static final String PROPERTY = "spring.jpa.defer-datasource-initialization";

    private DeferredInitialization() {}

    static boolean isOn(Environment environment) {
        return environment.getProperty(PROPERTY, Boolean.class, false);
    }
}
