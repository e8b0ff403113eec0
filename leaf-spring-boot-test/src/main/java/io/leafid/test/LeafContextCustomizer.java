package io.leafid.test;

import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultSingletonBeanRegistry;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.MergedContextConfiguration;

/**
 * Customizer that gives a context a name, a port and state directories of its own, and stores in memory if they are
 * wanted. Immutable; equal to all others of the same kind, so that Spring's cache shares contexts as before.
 *
 * @param inMemory whether {@link InMemoryLeaf} was found
 */
record LeafContextCustomizer(boolean inMemory) implements ContextCustomizer {

    private static final AtomicInteger contexts = new AtomicInteger();

    @Override
    public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration mergedConfig) {
        int number = contexts.incrementAndGet();
        OwnIdentity identity = OwnIdentity.of(context.getEnvironment(), number);
        addBelowWhatTheTestSays(context.getEnvironment(), identity.properties(inMemory));
        ConfigurableListableBeanFactory beans = context.getBeanFactory();
        if (beans instanceof DefaultSingletonBeanRegistry registry) {
            // Registered before all beans, so that it is destroyed after them.
            registry.registerDisposableBean("leafTestStateDirectory", identity::deleteState);
        }
        if (inMemory) {
            beans.registerSingleton("leafInMemoryStores", InMemoryStores.ofContext(number));
        }
    }

    /** Above the application's own files, which are written for its operation. */
    private static void addBelowWhatTheTestSays(ConfigurableEnvironment environment, PropertySource<?> added) {
        MutablePropertySources sources = environment.getPropertySources();
        String system = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
        if (sources.contains(system)) {
            sources.addAfter(system, added);
        } else {
            sources.addLast(added);
        }
    }
}
