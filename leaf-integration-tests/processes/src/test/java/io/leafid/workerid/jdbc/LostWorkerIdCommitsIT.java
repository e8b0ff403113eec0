package io.leafid.workerid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.SnowflakeLayout;
import io.leafid.testing.MariaDbServer;
import io.leafid.testing.TestDatabase;
import io.leafid.time.TimeSource;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A database that confirms commits before it has written them is killed, and has lost the ceilings that it confirmed last. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LostWorkerIdCommitsIT {

    private static final NodeIdentity IDENTITY = new NodeIdentity("10.0.0.1", 8080);

    @Test
    void ceilingThatACrashHasTakenIsRecordedAgainByTheNextReportOfItsOwner() {
        // what a busy machine takes for the kill is far less than the time to the next flush
        try (MariaDbServer server = MariaDbServer.start(
                "--innodb-flush-log-at-trx-commit=0", "--innodb-flush-log-at-timeout=60", "--sync-binlog=0")) {
            TestDatabase database = server.newDatabase().with(JdbcWorkerIdHolder.DEFAULT_TABLE);
            JdbcHolder holder = holderOn(database);
            WorkerIdLease lease = holder.acquire(
                    LeaseRequest.of(IDENTITY, new WorkerIdRange(0, 63), SnowflakeLayout.DEFAULT, TimeSource.system()));
            database.jdbc().execute("FLUSH LOGS"); // not to be lost

            for (int i = 0; i < 100; i++) {
                lease = holder.extend(lease, lease.ceilingMillis() + 1_000, lease.token());
            }
            server.kill();
            server.restart();
            assertThat(ceiling(database)).as("what the crash has left").isLessThan(lease.ceilingMillis());

            WorkerIdLease confirmed = lease;
            await().ignoreException(WorkerIdException.RegistryUnavailable.class)
                    .until(() ->
                            holder.extend(confirmed, confirmed.ceilingMillis() + 1_000, confirmed.token()) != null);
            assertThat(ceiling(database)).isEqualTo(lease.ceilingMillis() + 1_000);
        }
    }

    private static JdbcHolder holderOn(TestDatabase database) {
        WorkerIdTableSettings settings = new WorkerIdTableSettings(
                JdbcWorkerIdHolder.DEFAULT_TABLE, Duration.ofMinutes(1), Duration.ofMinutes(1));
        WorkerIdTable table =
                new SqlWorkerIdTable(database.unpooled(), database::dialect, settings, IDENTITY, TimeSource.system());
        return new JdbcWorkerIdHolder(table, IDENTITY);
    }

    private static long ceiling(TestDatabase database) {
        return Objects.requireNonNull(database.jdbc()
                .queryForObject("SELECT reserved_until FROM leaf_workerid_alloc WHERE id = 0", Long.class));
    }
}
