package io.leafid.autoconfigure;

import java.util.Set;
import java.util.TreeSet;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitializationDetector;
import org.springframework.core.env.Environment;

/**
 * The beans of Leaf that wait for the application's scripts, unless these are deferred. A class of its own, since only applications with
 * scripts have what it implements. Stateless.
 */
final class BeansAfterScripts implements DependsOnDatabaseInitializationDetector {

    private static final Set<String> WAITING = Set.of("leafSegmentStore", "leafTagStores", "leafWorkerIdHolder");

    private final Environment environment;

    BeansAfterScripts(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Set<String> detect(ConfigurableListableBeanFactory beans) {
        Set<String> found = new TreeSet<>();
        if (!DeferredInitialization.isOn(environment)) {
            for (String name : WAITING) {
                if (beans.containsBeanDefinition(name)) {
                    found.add(name);
                }
            }
        }
        return found;
    }
}
