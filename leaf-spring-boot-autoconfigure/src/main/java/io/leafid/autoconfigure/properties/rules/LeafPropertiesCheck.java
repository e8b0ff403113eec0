package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.time.TimeSource;
import org.springframework.beans.factory.BeanFactoryInitializer;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.env.Environment;

/**
 * The check that ends the start when a setting under {@code leaf} is unknown, contradictory or out of range: before other beans are made, so
 * that a mistyped switch is reported as such and not as a missing {@code IdGenerator}. Stateless.
 *
 * @param environment where the settings are written
 */
public record LeafPropertiesCheck(Environment environment) implements BeanFactoryInitializer<ListableBeanFactory> {

    @Override
    public void initialize(ListableBeanFactory factory) {
        checkNames(environment);
        factory.getBeanProvider(LeafProperties.class).ifAvailable(LeafPropertiesCheck::check);
    }

    static void checkNames(Environment environment) {
        new UnknownSettings(KnownSettings.of(null)).check(environment);
    }

    static void check(LeafProperties properties) {
        new SettingRules(properties).check(TimeSource.system().now());
    }
}
