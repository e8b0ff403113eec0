package io.leafid.autoconfigure;

import io.leafid.autoconfigure.properties.LeafEnvironment;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitializationDetector;
import org.springframework.core.env.Environment;

/** The beans that wait for the application's scripts; none where those wait themselves. Stateless. */
record BeansAfterScripts(Environment environment) implements DependsOnDatabaseInitializationDetector {

    @Override
    public Set<String> detect(ConfigurableListableBeanFactory beans) {
        LeafEnvironment leaf = new LeafEnvironment(environment);
        Set<String> found = new HashSet<>();
        for (String name : List.of("leafSegmentStore", "leafSegmentStores", "leafWorkerIdHolder")) {
            if (!leaf.defersScripts() && beans.containsBeanDefinition(name)) {
                found.add(name);
            }
        }
        return found;
    }
}
