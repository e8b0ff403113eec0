package io.leafid.autoconfigure.jdbc;

import io.leafid.LeafEvent;
import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.autoconfigure.properties.SegmentProperties;
import io.leafid.jdbc.SqlDialect;
import io.leafid.segment.jdbc.FailoverPolicy;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.segment.store.LiftingSegmentStore;
import io.leafid.text.JdbcUrls;
import io.leafid.time.TimeSource;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
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
public record ChosenDatabase(DataSource source, LeafConnections dataSource, String description, String settings) {

    private static final Logger logger = LoggerFactory.getLogger(ChosenDatabase.class);

    private static final String REMEDY = """
            Do one of these:

                - Set leaf.jdbc.url (with leaf.jdbc.username and leaf.jdbc.password) to give Leaf a database of its own.
                - %s
                - %s""";

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
        DataSource dataSource =
                single(own, environment, "carry @LeafDataSource", "Leave @LeafDataSource on one of them.");
        if (dataSource != null) {
            return marked(dataSource, isOfUrl, environment, connections);
        }
        dataSource = single(
                application,
                environment,
                "could be meant, and none of them is primary",
                "Put @LeafDataSource on the one in which Leaf %s, or @Primary on the application's.");
        if (dataSource == null) {
            throw missing(environment);
        }
        return ofApplication(dataSource, environment, connections);
    }

    public static ChosenDatabase ofApplication(
            DataSource dataSource, LeafEnvironment environment, ConnectionChoice connections) {
        String told = DataSourceLayers.url(dataSource);
        String set = environment.text("spring.datasource.url");
        String description = described("the application's DataSource", (told == null) ? set : told);
        String settings = (told == null || told.equals(set)) ? "spring.datasource" : "the DataSource";
        return new ChosenDatabase(dataSource, connections.ofApplications(dataSource), description, settings);
    }

    private static ChosenDatabase marked(
            DataSource dataSource, boolean isOfUrl, LeafEnvironment environment, ConnectionChoice connections) {
        String url = environment.jdbcUrl();
        LeafConnections chosen = connections.ofMarked(dataSource);
        if (isOfUrl && url != null) {
            return new ChosenDatabase(dataSource, chosen, JdbcUrls.withoutSecrets(url), "leaf.jdbc");
        }
        if (url != null) {
            logger.warn(
                    "leaf.jdbc.url has no effect, since a DataSource of the application carries @LeafDataSource; remove one of the two");
        }
        String description = described("the DataSource that carries @LeafDataSource", DataSourceLayers.url(dataSource));
        return new ChosenDatabase(dataSource, chosen, description, "the DataSource");
    }

    /** With the address, by which a mark on the disk tells one registry from another. */
    private static String described(String dataSource, @Nullable String url) {
        return (url == null) ? dataSource : "%s (%s)".formatted(dataSource, JdbcUrls.withoutSecrets(url));
    }

    private static @Nullable DataSource single(
            ObjectProvider<DataSource> candidates, LeafEnvironment environment, String problem, String remedy) {
        try {
            return candidates.getIfAvailable();
        } catch (NoUniqueBeanDefinitionException ex) {
            Collection<String> names = Objects.requireNonNullElse(ex.getBeanNamesFound(), List.of());
            String list = names.stream().sorted().map("    - "::concat).collect(Collectors.joining("%n".formatted()));
            boolean isForSegments = isForSegments(environment);
            throw new LeafStartException(
                    "Leaf does not know in which database to %s: %s DataSources %s:%n%n%s"
                            .formatted(isForSegments ? "reserve ids" : "lease worker ids", names.size(), problem, list),
                    remedies(isForSegments, remedy.formatted(isForSegments ? "reserves ids" : "leases worker ids")),
                    ex);
        }
    }

    private static LeafStartException missing(LeafEnvironment environment) {
        boolean isForSegments = isForSegments(environment);
        String need = isForSegments
                ? "reserve ids in: leaf.segment.enabled is true"
                : "lease worker ids in: leaf.snowflake.mode is " + environment.text("leaf.snowflake.mode");
        return new LeafStartException(
                "Leaf has no database to %s, but leaf.jdbc.url is not set and the application has no DataSource."
                        .formatted(need),
                remedies(
                        isForSegments,
                        "Give the application a DataSource: set spring.datasource.url and put a JDBC driver and"
                                + " a connection pool on the class path; Spring Boot makes none beside R2DBC."),
                null);
    }

    /** Returns whether segments need the database, rather than worker ids alone. */
    private static boolean isForSegments(LeafEnvironment environment) {
        return environment.uses(IdEngine.SEGMENT)
                && !environment.hasList(LeafEnvironment.DATABASES)
                && !environment.hasList(LeafEnvironment.SERVICES);
    }

    private static String remedies(boolean isForSegments, String remedy) {
        String without = isForSegments
                ? "Define a bean of type io.leafid.segment.store.SegmentStore, if ids are not to be reserved in a database."
                : "Set leaf.snowflake.mode=local or leaf.snowflake.mode=zk_recycle, if worker ids are not to be leased in"
                        + " a database.";
        return REMEDY.formatted(remedy, without);
    }

    /**
     * The same for a registry of worker ids.
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

    /** The store of segments in it, which is made when it is asked first, after its tables. */
    public LiftingSegmentStore store(List<LeafSchema> tables, SegmentProperties segment, Consumer<LeafEvent> events) {
        FailoverPolicy failover = new FailoverPolicy(segment.skippedAfterFailover(), events, TimeSource.system());
        Supplier<SqlDialect> kind = () -> {
            for (LeafSchema each : tables) {
                each.retryIfFailed();
            }
            return dialect();
        };
        return new JdbcSegmentStore(dataSource, kind, segment.table(), segment.loadTimeout(), failover);
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

    /** Closes the connections that are Leaf's own. */
    void close() {
        dataSource.close();
    }
}
