package io.leafid.autoconfigure.jdbc;

import io.leafid.autoconfigure.properties.JdbcProperties;
import io.leafid.autoconfigure.properties.SegmentProperties;
import java.time.Duration;
import java.util.Arrays;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/**
 * Chooses whose connections Leaf uses. Immutable.
 *
 * @param wanted what the settings say
 * @param segment how long allocations and callers may wait
 * @param beans where the application's DataSources are declared
 * @param isOneOfSeveral whether others are asked instead of a database that refuses connections
 */
public record ConnectionChoice(
        JdbcProperties.Connection wanted,
        SegmentProperties segment,
        ConfigurableListableBeanFactory beans,
        boolean isOneOfSeveral) {

    private static final Logger logger = LoggerFactory.getLogger(ConnectionChoice.class);

    /** Waiting for a connection may take half of what an allocation may take; the rest is for the statements. */
    private static final int SHARES = 2;

    /** A caller that waits for ids is to hear why there is no connection. */
    private static final double SHARE_OF_WAIT = 0.8;

    private static final Duration SHORTEST_SHARED = Duration.ofMillis(500);

    static final String OWN_POOL_REMEDY = "if others hold its connections, give it more of them";

    static final String SHARED_REMEDY =
            "if callers that hold its connections wait for ids themselves, set leaf.jdbc.connection=own, the default, which"
                    + " gives Leaf connections of its own";

    static final String NOT_DERIVABLE_REMEDY =
            "if callers that hold its connections wait for ids themselves, give Leaf a DataSource of its own by leaf.jdbc.url"
                    + " or @LeafDataSource, since leaf.jdbc.connection=own cannot derive one here";

    /** The wait for a connection of Leaf's own pools. */
    static Duration ownLimit(Duration loadTimeout) {
        return loadTimeout.dividedBy(SHARES);
    }

    /** Connections to a DataSource that carries {@code @LeafDataSource}; one that others cannot find is Leaf's own already. */
    LeafConnections ofMarked(DataSource dataSource) {
        return isForLeafAlone(dataSource)
                ? direct(dataSource, markedLimit(), OWN_POOL_REMEDY)
                : ofApplications(dataSource);
    }

    private boolean isForLeafAlone(DataSource dataSource) {
        return Arrays.stream(beans.getBeanNamesForType(DataSource.class, true, false))
                .filter(name -> beans.containsSingleton(name) && beans.getBean(name) == dataSource)
                .filter(beans::containsBeanDefinition)
                .map(beans::getMergedBeanDefinition)
                .anyMatch(definition -> !definition.isAutowireCandidate()
                        || (definition instanceof AbstractBeanDefinition bean && !bean.isDefaultCandidate()));
    }

    /** Connections to a DataSource that the application uses too. */
    LeafConnections ofApplications(DataSource dataSource) {
        DataSource base = DataSourceLayers.base(dataSource);
        if (DataSourceLayers.isUnpooled(base)) {
            return direct(dataSource, ownLimit(segment.loadTimeout()), NOT_DERIVABLE_REMEDY);
        }
        if (wanted == JdbcProperties.Connection.SHARED) {
            return direct(dataSource, sharedLimit(), SHARED_REMEDY);
        }
        return derivedFrom(base, direct(dataSource, sharedLimit(), NOT_DERIVABLE_REMEDY));
    }

    private LeafConnections derivedFrom(DataSource base, SharedConnections shared) {
        String obstacle = DataSourceLayers.obstacle(base);
        if (obstacle != null) {
            logger.info(
                    "Leaf shares the connections of the application's DataSource, since it cannot derive its own from it: {}",
                    obstacle);
            return shared;
        }
        return new OwnConnectionPool(() -> derive(base), shared);
    }

    private static SharedConnections direct(DataSource dataSource, Duration limit, String remedy) {
        return new SharedConnections(DataSourceLayers.withoutTransactions(dataSource), limit, remedy);
    }

    /** Above what a pool that Leaf has made waits, whose failure tells more; still below what an allocation may take. */
    private Duration markedLimit() {
        Duration half = ownLimit(segment.loadTimeout());
        return half.plus(half.dividedBy(SHARES));
    }

    private Duration sharedLimit() {
        Duration half = ownLimit(segment.loadTimeout());
        Duration wait = Duration.ofMillis((long) (segment.waitTimeout().toMillis() * SHARE_OF_WAIT));
        Duration wished = (wait.compareTo(SHORTEST_SHARED) > 0) ? wait : SHORTEST_SHARED;
        return (wished.compareTo(half) < 0) ? wished : half;
    }

    private DataSource derive(DataSource base) {
        Duration limit = ownLimit(segment.loadTimeout());
        return isOneOfSeveral ? PromptConnections.of(each -> derive(base, each), limit) : derive(base, limit);
    }

    private DataSource derive(DataSource base, Duration limit) {
        if (DataSourceLayers.isHikari(base)) {
            return HikariDerivation.derive(base, limit);
        }
        DataSourceBuilder<?> builder = ReadablePools.builder(base);
        return DataSourceLayers.HAS_HIKARI
                ? HikariDerivation.small(builder, limit)
                : builder.type(SimpleDriverDataSource.class).build();
    }
}
