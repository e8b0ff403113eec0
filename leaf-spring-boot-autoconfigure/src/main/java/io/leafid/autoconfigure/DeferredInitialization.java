package io.leafid.autoconfigure;

import org.springframework.core.env.Environment;

/**
 * Whether the application's scripts run after JPA's entities are set up, which Hibernate may have made the tables of. Entities
 * whose ids come from Leaf need its generator before that, so nothing that it is made of may wait for the scripts. Stateless.
 */
final class DeferredInitialization {

    /** Boot's own setting. */
    static final String PROPERTY = "spring.jpa.defer-datasource-initialization";

    private DeferredInitialization() {}

    static boolean isOn(Environment environment) {
        return environment.getProperty(PROPERTY, Boolean.class, false);
    }
}
