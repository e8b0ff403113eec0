package io.leafid.autoconfigure;

import java.util.Set;
import java.util.TreeSet;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitializationDetector;
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

    /**
     * The beans that wait for the scripts; none in a check, which must run no script. A class of its own, since only applications with
     * scripts have what it implements.
     */
    static final class Beans implements DependsOnDatabaseInitializationDetector {

        private static final Set<String> WAITING =
                Set.of("leafSegmentStore", "leafSegmentStores", "leafWorkerIdHolder");

        private final Environment environment;

        Beans(Environment environment) {
            this.environment = environment;
        }

        @Override
        public Set<String> detect(ConfigurableListableBeanFactory beans) {
            Set<String> found = new TreeSet<>();
            if (!isOn(environment) && !environment.getProperty("leaf.check-only", Boolean.class, false)) {
                for (String name : WAITING) {
                    if (beans.containsBeanDefinition(name)) {
                        found.add(name);
                    }
                }
            }
            return found;
        }
    }
}
