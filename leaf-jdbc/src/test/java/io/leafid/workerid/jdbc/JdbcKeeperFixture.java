package io.leafid.workerid.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.leafid.LeafEvent;
import io.leafid.SnowflakeLayout;
import io.leafid.lease.KeeperSettings;
import io.leafid.lease.KeeperThreads;
import io.leafid.lease.LeaseKeeper;
import io.leafid.lease.LeaseTerms;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestThreads;
import io.leafid.time.TimeSource;
import io.leafid.workerid.LocalMark;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.file.MarkFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Keepers with a table as registry and files beside it; the table can be hidden, as a database that is away. */
abstract class JdbcKeeperFixture {

    final TestDatabase database = TestDatabase.h2().with(JdbcWorkerIdHolder.DEFAULT_TABLE);
    final List<LeaseKeeper> keepers = new CopyOnWriteArrayList<>();
    final List<LeafEvent> events = new CopyOnWriteArrayList<>();
    private final HikariDataSource pool = database.pool(8);
    private final String mode;

    /** For how long after its last report the database takes a process for running. */
    Duration liveness = Duration.ofMinutes(1);

    @TempDir
    private Path directory;

    JdbcKeeperFixture(String mode) {
        this.mode = mode;
    }

    @AfterEach
    void close() {
        keepers.forEach(keeper -> keeper.close(0, Duration.ofSeconds(2)));
        pool.close();
    }

    static NodeIdentity node(int i) {
        return new NodeIdentity("10.0.0." + (i + 1), 8080);
    }

    final MarkFile file(int i) {
        return MarkFile.open(directory.resolve(String.valueOf(i)), node(i), SnowflakeLayout.DEFAULT, mode);
    }

    /** A keeper of the {@code i}-th node, which is closed after the test. */
    final LeaseKeeper keeper(
            int i, @Nullable LocalMark mark, TimeSource time, KeeperSettings settings, KeeperThreads threads) {
        LeaseKeeper keeper = new LeaseKeeper(
                holder(i, time),
                mark,
                new LeaseTerms(node(i), new WorkerIdRange(0, 7), SnowflakeLayout.DEFAULT, settings),
                time,
                threads,
                events::add);
        keepers.add(keeper);
        return keeper;
    }

    final LeaseKeeper keeper(int i, @Nullable LocalMark mark, TimeSource time, KeeperSettings settings) {
        return keeper(i, mark, time, settings, TestThreads.ofAKeeper());
    }

    private JdbcHolder holder(int i, TimeSource time) {
        WorkerIdTableSettings table =
                new WorkerIdTableSettings(JdbcWorkerIdHolder.DEFAULT_TABLE, Duration.ofMinutes(1), liveness);
        return mode.equals(RecyclingJdbcHolder.MODE)
                ? new RecyclingJdbcHolder(pool, database.dialect(), table, node(i), time)
                : new JdbcWorkerIdHolder(pool, database.dialect(), table, node(i), time);
    }

    final void hideTable() {
        database.jdbc().execute("ALTER TABLE leaf_workerid_alloc RENAME TO hidden");
    }

    final void returnTable() {
        database.jdbc().execute("ALTER TABLE hidden RENAME TO leaf_workerid_alloc");
    }
}
