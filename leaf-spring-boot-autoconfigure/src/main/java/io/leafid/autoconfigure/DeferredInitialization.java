package io.leafid.autoconfigure;

import java.util.Set;
import java.util.TreeSet;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitializationDetector;
import org.springframework.core.env.Environment;

/**
 * The beans of Leaf that wait for the application's scripts, unless these run after JPA's entities are set up, which Hibernate may have
 * made the tables of: entities whose ids come from Leaf need its generator before that, so nothing that it is made of may wait for the
 * scripts. Stateless.
 */
final class DeferredInitialization implements DependsOnDatabaseInitializationDetector {

    /** Boot's own setting. */
    static final String PROPERTY = "spring.jpa.defer-datasource-initialization";

    private static final Set<String> WAITING = Set.of("leafSegmentStore", "leafTagStores", "leafWorkerIdHolder");

    private final Environment environment;

    DeferredInitialization(Environment environment) {
        this.environment = environment;
    }

    static boolean isOn(Environment environment) {
        return environment.getProperty(PROPERTY, Boolean.class, false);
    }

    @Override
    public Set<String> detect(ConfigurableListableBeanFactory beans) {
        Set<String> found = new TreeSet<>();
        if (!isOn(environment)) {
            for (String name : WAITING) {
                if (beans.containsBeanDefinition(name)) {
                    found.add(name);
                }
            }
        }
        return found;
    }
}
