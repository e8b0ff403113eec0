package io.leafid.autoconfigure.jdbc;

import io.leafid.autoconfigure.properties.JdbcProperties;
import io.leafid.autoconfigure.properties.LeafStartException;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/**
 * Chooses whose connections Leaf uses. Immutable.
 *
 * @param wanted what the settings say
 * @param loadTimeout how long allocations may take
 * @param beans where the application's DataSources are declared
 */
public record ConnectionChoice(
        JdbcProperties.Connection wanted, Duration loadTimeout, ConfigurableListableBeanFactory beans) {

    private static final Logger logger = LoggerFactory.getLogger(ConnectionChoice.class);

    private static final String BOOT = "org.springframework.boot.jdbc.autoconfigure.";

    /** The wait for a connection of Leaf's own pools: half of what an allocation may take; the rest is for the statements. */
    static Duration wait(Duration loadTimeout) {
        return loadTimeout.dividedBy(2);
    }

    /** The address that a DataSource connects to, if it is a pool that has one. */
    @Nullable String url(DataSource dataSource) {
        return Target.hasHikari(beans.getBeanClassLoader()) ? HikariPools.url(dataSource) : null;
    }

    /** Connections to a DataSource that the user has named for Leaf. */
    public DataSource ofNamed(DataSource dataSource) {
        Supplier<DataSource> own = own(dataSource);
        return (own == null) ? dataSource : new OwnConnectionPool(own);
    }

    /**
     * Connections to the DataSource that the application has.
     *
     * @throws LeafStartException if it chooses between databases: the ids of two of them would be the same
     */
    DataSource ofApplications(DataSource dataSource) {
        if (DataSourceUnwrapper.unwrap(dataSource, AbstractRoutingDataSource.class) != null) {
            throw new LeafStartException(
                    "Leaf cannot use the application's DataSource: it chooses a database for each call (%s), and ids must come from one."
                            .formatted(dataSource.getClass().getName()),
                    """
                    Do one of these:

                        - Put @LeafDataSource on the one of its databases in which Leaf reserves ids.
                        - Set leaf.jdbc.url (with leaf.jdbc.username and leaf.jdbc.password) to give Leaf a database of its own.""",
                    null);
        }
        Supplier<DataSource> own = own(dataSource);
        if (own != null) {
            return new OwnConnectionPool(own);
        }
        if (wanted == JdbcProperties.Connection.OWN && !(dataSource instanceof EmbeddedDatabase)) {
            logger.info(
                    "Leaf shares the connections of the application's DataSource ({}): while callers hold all of them, no ids can be reserved;"
                            + " set leaf.jdbc.url, or put @LeafDataSource on a DataSource for Leaf, to give it connections of its own",
                    dataSource.getClass().getName());
        }
        return dataSource;
    }

    /** What makes a pool of Leaf's own, as the application's is configured, or as Boot was told to connect; nothing if none is to be made. */
    private @Nullable Supplier<DataSource> own(DataSource dataSource) {
        ClassLoader loader = beans.getBeanClassLoader();
        if (wanted == JdbcProperties.Connection.SHARED || !Target.hasHikari(loader)) {
            return null;
        }
        Duration wait = wait(loadTimeout);
        Supplier<DataSource> derivation = HikariPools.derivation(dataSource, wait);
        if (derivation != null) {
            return derivation;
        }
        JdbcConnectionDetails details = isBoots(dataSource)
                ? beans.getBeanProvider(JdbcConnectionDetails.class).getIfUnique()
                : null;
        return (details == null)
                ? null
                : () -> Target.of(details).dataSource(Target.POOL_NAME, Target.SMALL, wait, loader);
    }

    /** Returns whether Boot has made it, as a pool of another kind, or one that the application has wrapped since. */
    private boolean isBoots(DataSource dataSource) {
        return Arrays.stream(beans.getBeanNamesForType(DataSource.class, true, false))
                .filter(name -> beans.containsSingleton(name) && beans.getBean(name) == dataSource)
                .filter(beans::containsBeanDefinition)
                .map(name -> String.valueOf(beans.getBeanDefinition(name).getFactoryBeanName()))
                .anyMatch(factory -> factory.startsWith(BOOT));
    }
}
