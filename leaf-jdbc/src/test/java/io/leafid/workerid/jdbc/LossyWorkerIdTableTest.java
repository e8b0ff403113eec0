package io.leafid.workerid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.jdbc.LossySettings;
import io.leafid.test.time.ManualTime;
import io.leafid.testing.CapturedLog;
import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** The table of worker ids in a database that confirms commits before they are on the disk. */
class LossyWorkerIdTableTest {

    private static final String WARNING =
            "the database of table leaf_workerid_alloc can lose what it has committed last:"
                    + " innodb_flush_log_at_trx_commit=2 (a crash of its machine), sync_binlog=0 (a crash of its machine);"
                    + " an instance that takes a worker id right after that can repeat the timestamps of what was lost."
                    + " Let it wait for the disk at each commit";

    private boolean isAway;

    @Test
    void settingsThatLoseCommitsAreNamedAtTheFirstUseAndAfterAnOutage() {
        TestDatabase database = MariaDb.database().with(JdbcWorkerIdHolder.DEFAULT_TABLE);
        WorkerIdTable table = new SqlWorkerIdTable(
                lineTo(database),
                database::dialect,
                new WorkerIdTableSettings(
                        JdbcWorkerIdHolder.DEFAULT_TABLE, Duration.ofMinutes(1), Duration.ofMinutes(1)),
                new NodeIdentity("10.0.0.1", 8080),
                new ManualTime());
        try (CapturedLog log = new CapturedLog(LossySettings.class.getName())) {
            table.findAll();
            table.findAll();
            assertThat(log.warnings()).containsExactly(WARNING);

            isAway = true;
            assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                    .isThrownBy(table::findAll);
            isAway = false;
            table.findAll();
            table.findAll();
            assertThat(log.warnings()).containsExactly(WARNING, WARNING);
        }
    }

    private DelegatingDataSource lineTo(TestDatabase database) {
        return new DelegatingDataSource(database.unpooled()) {
            @Override
            public Connection getConnection() throws SQLException {
                if (isAway) {
                    throw new SQLTransientConnectionException("away", "08001");
                }
                return super.getConnection();
            }
        };
    }
}
