package io.leafid.autoconfigure.jdbc;

import io.leafid.LeafEvent;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.autoconfigure.properties.SegmentProperties;
import io.leafid.jdbc.SqlDialect;
import io.leafid.segment.jdbc.FailoverPolicy;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.segment.jdbc.LiftingSegmentStore;
import io.leafid.text.JdbcUrls;
import io.leafid.time.TimeSource;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;

/**
 * The database in which Leaf reserves ids. Immutable.
 *
 * @param source the DataSource that says which database it is
 * @param dataSource where connections come from
 * @param description which database it is, for messages; without credentials
 * @param settings the prefix of the properties that say how to reach it
 */
public record ChosenDatabase(DataSource source, DataSource dataSource, String description, String settings) {

    private static final Logger logger = LoggerFactory.getLogger(ChosenDatabase.class);

    private static final String REMEDY = """
            Do one of these:

                - Set leaf.jdbc.url (with leaf.jdbc.username and leaf.jdbc.password) to give Leaf a database of its own.
                - %s
                - Do without: define a bean of type io.leafid.segment.store.SegmentStore for segments; set leaf.snowflake.mode=local or \
            zk_recycle for worker ids.""";

    /**
     * Chooses a DataSource: the one that carries {@code @LeafDataSource}, which may be made from {@code leaf.jdbc.url},
     * else the application's.
     *
     * @param isOfUrl whether the one that carries the mark is made from {@code leaf.jdbc.url}
     * @throws LeafStartException if there is none, or more than one to choose from
     */
    public static ChosenDatabase choose(
            ObjectProvider<DataSource> own,
            boolean isOfUrl,
            ObjectProvider<DataSource> application,
            LeafEnvironment environment,
            ConnectionChoice connections) {
        DataSource dataSource = single(own, "carry @LeafDataSource", "Leave @LeafDataSource on one of them.");
        if (dataSource != null) {
            return marked(dataSource, isOfUrl, environment, connections);
        }
        dataSource = single(
                application,
                "could be meant, and none of them is primary",
                "Put @LeafDataSource on the one that Leaf is to use, or @Primary on the application's.");
        if (dataSource == null) {
            throw new LeafStartException(
                    "Leaf needs a database, but leaf.jdbc.url is not set and the application has no DataSource.",
                    REMEDY.formatted(
                            "Give the application a DataSource: set spring.datasource.url and put a JDBC driver and a connection"
                                    + " pool on the class path; Spring Boot makes none beside R2DBC."),
                    null);
        }
        return ofApplication(dataSource, environment, connections);
    }

    /** A database that has a name, to which Leaf opens connections of its own. */
    public static ChosenDatabase ofTarget(
            String name, Target target, String settings, Duration loadTimeout, @Nullable ClassLoader loader) {
        String description = "database '%s' (%s)".formatted(name, JdbcUrls.withoutSecrets(target.url()));
        DataSource connections = new OwnConnectionPool(() -> target.dataSource(
                Target.POOL_NAME + "-" + name, Target.SMALL, ConnectionChoice.wait(loadTimeout), loader));
        return new ChosenDatabase(connections, connections, description, settings);
    }

    public static ChosenDatabase ofApplication(
            DataSource dataSource, LeafEnvironment environment, ConnectionChoice connections) {
        String told = connections.url(dataSource);
        String set = environment.text("spring.datasource.url");
        String description = described("the application's DataSource", (told == null) ? set : told);
        String settings = (told == null || told.equals(set)) ? "spring.datasource" : "the DataSource";
        return new ChosenDatabase(dataSource, connections.ofApplications(dataSource), description, settings);
    }

    private static ChosenDatabase marked(
            DataSource dataSource, boolean isOfUrl, LeafEnvironment environment, ConnectionChoice connections) {
        String url = environment.jdbcUrl();
        if (isOfUrl && url != null) {
            return new ChosenDatabase(dataSource, dataSource, JdbcUrls.withoutSecrets(url), "leaf.jdbc");
        }
        if (url != null) {
            logger.warn(
                    "leaf.jdbc.url has no effect, since a DataSource of the application carries @LeafDataSource; remove one of the two");
        }
        String description = described("the DataSource that carries @LeafDataSource", connections.url(dataSource));
        return new ChosenDatabase(dataSource, connections.ofNamed(dataSource), description, "the DataSource");
    }

    /** With the address, by which a mark on the disk tells one registry from another. */
    private static String described(String dataSource, @Nullable String url) {
        return (url == null) ? dataSource : "%s (%s)".formatted(dataSource, JdbcUrls.withoutSecrets(url));
    }

    private static @Nullable DataSource single(ObjectProvider<DataSource> candidates, String problem, String remedy) {
        try {
            return candidates.getIfAvailable();
        } catch (NoUniqueBeanDefinitionException ex) {
            Collection<String> names = Objects.requireNonNullElse(ex.getBeanNamesFound(), List.of());
            String list = names.stream().sorted().map("    - "::concat).collect(Collectors.joining("%n".formatted()));
            throw new LeafStartException(
                    "Leaf does not know which database to use: %s DataSources %s:%n%n%s"
                            .formatted(names.size(), problem, list),
                    REMEDY.formatted(remedy),
                    ex);
        }
    }

    /**
     * Finds out what kind of database it is, for a registry of worker ids.
     *
     * @throws LeafStartException if other machines cannot share it, or it is none that Leaf knows
     */
    public SqlDialect sharedDialect() {
        SqlDialect dialect = dialect();
        if (dialect.isFile()) {
            throw new LeafStartException(
                    "Leaf cannot lease worker ids in %s: it is a file, which instances on other machines do not share."
                            .formatted(description),
                    """
                    Do one of these:

                        - Set leaf.snowflake.mode=local, and leaf.snowflake.local.worker-id to a number that no other instance has.
                        - Set leaf.jdbc.url (with leaf.jdbc.username and leaf.jdbc.password) to a database server for all instances.
                        - Set leaf.snowflake.mode=zk_normal to have them from ZooKeeper.""",
                    null);
        }
        return dialect;
    }

    /**
     * Finds out what kind of database it is; connects to it.
     *
     * @throws LeafStartException if it is none that Leaf knows
     */
    public SqlDialect dialect() {
        try {
            return SqlDialect.of(dataSource);
        } catch (IllegalStateException ex) {
            throw new LeafStartException(
                    "Leaf cannot reserve ids in %s: %s.".formatted(description, ex.getMessage()),
                    "Use one of %s for Leaf by setting leaf.jdbc.url, or define a bean of type io.leafid.segment.store.SegmentStore."
                            .formatted(SqlDialect.knownProducts()),
                    ex);
        }
    }

    /** The store of segments in it, whose kind of database is asked first when it is used. */
    public LiftingSegmentStore store(SegmentProperties segment, Consumer<LeafEvent> events) {
        FailoverPolicy failover = new FailoverPolicy(segment.skippedAfterFailover(), events, TimeSource.system());
        return new JdbcSegmentStore(dataSource, this::dialect, segment.table(), segment.loadTimeout(), failover);
    }

    /**
     * Waits for the first connection, which may take longer than an allocation may: looking up the host, encryption, a pool that
     * begins. Ends early when something has failed, which the next call then reports.
     */
    public void awaitConnection(Duration limit, TimeSource time) {
        long deadline = time.nanoTime() + limit.toNanos();
        while (isStillOpening() && time.nanoTime() - deadline < 0) {
            logger.info("the first connection to {} is still being opened", description);
        }
    }

    private boolean isStillOpening() {
        try {
            dataSource.getConnection().close();
            return false;
        } catch (SQLTransientConnectionException ex) {
            return ex.getCause() == null;
        } catch (SQLException | RuntimeException ex) {
            return false;
        }
    }

    /** Closes the connections that are Leaf's own and open; the next call opens others. */
    public void release() {
        if (dataSource instanceof OwnConnectionPool own) {
            own.release();
        }
    }

    /** Closes them for good. */
    public void close() {
        if (dataSource instanceof OwnConnectionPool own) {
            own.close();
        }
    }
}
