package io.leafid.benchmarks.nodes;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.leafid.IdSequence;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.segment.store.SegmentStore;
import io.leafid.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.UnaryOperator;

/** A node as it is by default: a generator with two connections of its own. Thread-safe. */
final class CountedNode implements AutoCloseable {

    private final HikariDataSource pool;
    private final SegmentIdGenerator generator;

    /**
     * Opens a connection; reads no tag yet.
     *
     * @param database where its tags are
     * @param housekeeper looks after the connections of all nodes
     * @param preload what the start allocates a first segment of
     * @param counted puts itself before the store
     */
    CountedNode(
            TestDatabase database,
            ScheduledExecutorService housekeeper,
            List<String> preload,
            UnaryOperator<SegmentStore> counted) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(2);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(Duration.ofSeconds(5).toMillis());
        config.setInitializationFailTimeout(Duration.ofSeconds(60).toMillis());
        config.setScheduledExecutor(housekeeper);
        pool = new HikariDataSource(config);
        SegmentStore store = new JdbcSegmentStore(
                pool, database.dialect(), JdbcSegmentStore.DEFAULT_TABLE, AllocationSettings.DEFAULT.loadTimeout());
        generator = new SegmentIdGenerator(counted.apply(store), SegmentSettings.DEFAULT, preload, null, event -> {});
    }

    /** Starts, as an application does before it takes calls. */
    CountedNode started() {
        generator.start();
        return this;
    }

    IdSequence ids(String tag) {
        return generator.sequence(tag);
    }

    @Override
    public void close() {
        generator.close();
        pool.close();
    }
}
