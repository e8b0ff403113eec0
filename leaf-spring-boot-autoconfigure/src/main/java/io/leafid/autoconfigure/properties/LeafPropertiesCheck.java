package io.leafid.autoconfigure.properties;

import io.leafid.time.TimeSource;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Ends the start when a setting under {@code leaf} is unknown, contradictory or out of range. Stateless.
 *
 * <p>Before any bean is made, so that a mistyped switch is reported as such and not as a missing {@code IdGenerator}.
 */
public final class LeafPropertiesCheck implements BeanFactoryPostProcessor {

    private final LeafEnvironment environment;
    private final String ownDataSource;

    /**
     * Checks what is written in an environment.
     *
     * @param ownDataSource name of the bean that is made from {@code leaf.jdbc.url}, whose settings are checked if it is there
     */
    public LeafPropertiesCheck(LeafEnvironment environment, String ownDataSource) {
        this.environment = environment;
        this.ownDataSource = ownDataSource;
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
        PropertyProblems spelling = new PropertyProblems(environment);
        PropertyNameValidator.checkSpelling(environment, spelling);
        spelling.throwIfAny(); // what binds to the wrong name would only cause misleading problems below

        LeafEnvironment.Reading reading = environment.read();
        LeafProperties properties = reading.properties();
        PropertyProblems problems = new PropertyProblems(environment);
        PropertyNameValidator.checkUnknown(reading.unknown(), problems);
        PropertyNameValidator.checkAliases(environment, problems);
        reading.numbers().report(problems);
        GeneralValidator.check(properties, environment, problems);
        SegmentValidator.check(properties, problems);
        SnowflakeValidator.check(properties.snowflake(), TimeSource.system().now(), problems);
        if (beanFactory.containsBeanDefinition(ownDataSource)) {
            OwnDatabaseValidator.check(properties.jdbc(), beanFactory.getBeanClassLoader(), problems);
        }
        problems.throwIfAny();
    }
}
