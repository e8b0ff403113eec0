package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.text.Reasons;
import io.leafid.time.TimeSource;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.springframework.beans.factory.BeanFactoryInitializer;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.core.env.Environment;

/**
 * The check that ends the start when a setting under {@code leaf} is unknown, contradictory or out of range. It is a part of the one
 * binding of {@link LeafProperties}, which it brings about before other beans are made, so that a mistyped switch is reported as such and
 * not as a missing {@code IdGenerator}. Where nothing is written under {@code leaf}, nothing is bound before it is asked for. Stateless.
 *
 * @param environment where the settings are written
 * @param beans the beans of the application
 * @param ownDataSource name of the bean that is made from {@code leaf.jdbc.url}, whose settings are checked if it is there
 */
public record LeafPropertiesCheck(Environment environment, ConfigurableListableBeanFactory beans, String ownDataSource)
        implements ConfigurationPropertiesBindHandlerAdvisor,
                BeanFactoryPostProcessor,
                BeanFactoryInitializer<ListableBeanFactory> {

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory factory) {
        for (String name : factory.getBeanNamesForType(LeafProperties.class, true, false)) {
            if (factory.containsBeanDefinition(name)) {
                factory.getBeanDefinition(name).setLazyInit(true);
            }
        }
    }

    @Override
    public void initialize(ListableBeanFactory factory) {
        if (new LeafEnvironment(environment).mayBeSet("leaf")) {
            factory.getBeanProvider(LeafProperties.class).getIfAvailable();
        }
    }

    @Override
    public BindHandler apply(BindHandler handler) {
        return new CheckedBinding(handler, environment, this);
    }

    /** Checks what was bound, and warns of what does not stop the start. */
    void check(LeafProperties properties, Problems problems) {
        SettingRules.check(properties, TimeSource.system().now(), problems);
        checkDirectory(properties, problems);
        boolean hasOwn = beans.containsBeanDefinition(ownDataSource);
        if (hasOwn || problems.sets("leaf.databases")) {
            DriverRules.check(properties, hasOwn, beans.getBeanClassLoader(), problems);
        }
        problems.throwIfAny();
        NameRules.warnOfNearMisses(environment);
    }

    /** The name is a part of paths by default; a JVM in an ASCII locale has none with other letters. */
    private void checkDirectory(LeafProperties properties, Problems problems) {
        boolean isOfSegments =
                properties.uses(IdEngine.SEGMENT) && properties.segment().stateDirectory() == null;
        String name = new LeafEnvironment(environment).nameOf(properties);
        if (name != null && (isOfSegments || properties.uses(IdEngine.SNOWFLAKE))) {
            try {
                Path unused = Path.of(name);
            } catch (InvalidPathException ex) {
                String key = (properties.name() == null) ? "spring.application.name" : "leaf.name";
                problems.add(key, "value.path", Reasons.of(ex));
            }
        }
    }
}
