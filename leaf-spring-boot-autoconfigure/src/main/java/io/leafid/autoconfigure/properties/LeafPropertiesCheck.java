package io.leafid.autoconfigure.properties;

import io.leafid.time.TimeSource;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Ends the start when a setting under {@code leaf} is unknown, contradictory or out of range. Stateless.
 *
 * <p>Before any bean is made, so that a mistyped switch is reported as such and not as a missing {@code IdGenerator}.
 */
public final class LeafPropertiesCheck implements BeanFactoryPostProcessor {

    private static final Logger logger = LoggerFactory.getLogger(LeafPropertiesCheck.class);

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
        PropertyProblems problems = new PropertyProblems(environment);
        PropertyNameValidator.checkSpelling(environment, problems);
        problems.throwIfAny(); // what binds to the wrong name would only cause misleading problems below

        LeafEnvironment.Reading reading = environment.read(problems);
        PropertyNameValidator.checkAliases(environment, problems);
        if (!reading.isComplete()) {
            problems.throwIfAny(); // and so would the defaults that stand for what cannot be read
        }
        check(reading, problems);
        if (beanFactory.containsBeanDefinition(ownDataSource)) {
            JdbcProperties jdbc = reading.properties().jdbc();
            new OwnDatabaseValidator("leaf.jdbc", beanFactory.getBeanClassLoader(), problems).check(jdbc);
        }
        checkDatabases(reading.properties(), beanFactory.getBeanClassLoader(), problems);
        problems.throwIfAny();
        PropertyNameValidator.warnOfNearMisses(environment);
        warnOfUnused(reading.properties());
    }

    /** Without them all ids come from elsewhere. */
    private static void warnOfUnused(LeafProperties properties) {
        SortedSet<String> unused = new TreeSet<>(properties.databases().keySet());
        unused.removeAll(properties.databasesInUse());
        if (properties.uses(IdEngine.SEGMENT) && !unused.isEmpty()) {
            logger.warn(
                    "no ids come from the databases {}: name them in leaf.segment.databases or in the database of a tag",
                    unused);
        }
    }

    private static void checkDatabases(
            LeafProperties properties, @Nullable ClassLoader loader, PropertyProblems problems) {
        if (properties.uses(IdEngine.SEGMENT)) {
            new TreeMap<>(properties.databases())
                    .forEach((name, database) -> new OwnDatabaseValidator(
                                    JdbcProperties.NamedDatabase.keyOf(name), loader, problems)
                            .check(database.jdbc(properties.jdbc())));
        }
    }

    private void check(LeafEnvironment.Reading reading, PropertyProblems problems) {
        CrossPropertyRules.check(reading, environment, TimeSource.system().now(), problems);
        JdbcProperties.NamedDatabase.Rules.check(reading.properties(), problems);
        SettingsRecords.check(reading, problems);
        TagProperties.Rules.check(reading.properties(), problems);
    }
}
