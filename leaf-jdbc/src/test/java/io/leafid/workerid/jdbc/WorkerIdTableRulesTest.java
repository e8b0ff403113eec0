package io.leafid.workerid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.SnowflakeLayout;
import io.leafid.test.time.ManualTime;
import io.leafid.testing.TestDatabase;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NamespaceRecord;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the statements of the table answer, and what it refuses; on a database without a server. */
class WorkerIdTableRulesTest {

    private static final NodeIdentity IDENTITY = new NodeIdentity("10.0.0.1", 8080);
    private static final NodeIdentity ANOTHER = new NodeIdentity("10.0.0.2", 8080);

    private final ManualTime time = new ManualTime();
    private final TestDatabase database = TestDatabase.h2().with(JdbcWorkerIdHolder.DEFAULT_TABLE);
    private final WorkerIdTable table = tableOn(database);

    private WorkerIdTable tableOn(TestDatabase where) {
        WorkerIdTableSettings settings = new WorkerIdTableSettings(
                JdbcWorkerIdHolder.DEFAULT_TABLE, Duration.ofMinutes(1), Duration.ofMinutes(1));
        return new SqlWorkerIdTable(where.unpooled(), where::dialect, settings, IDENTITY, time);
    }

    private static WorkerIdLease lease(int workerId, String token) {
        return new WorkerIdLease(workerId, token, 0, 10_000);
    }

    @Test
    void workerIdAndOwnerHaveOneRowEach() {
        RowOwner owner = RowOwner.fixed(IDENTITY);
        assertThat(table.insertAgain(lease(3, "first"), owner, 0)).isTrue();

        assertThat(table.insertAgain(lease(3, "second"), RowOwner.fixed(ANOTHER), 1))
                .as("the worker id is taken")
                .isFalse();
        assertThat(table.insertAgain(lease(4, "second"), owner, 1))
                .as("the owner has one")
                .isFalse();
        assertThat(table.findAll()).extracting(row -> row.report().token()).containsExactly("first");
    }

    @Test
    void recordIsMadeOnceAndReplacedOnlyAsItWasRead() {
        LayoutRow place = new LayoutRow(table);
        NamespaceRecord first = new NamespaceRecord(SnowflakeLayout.DEFAULT, "jdbc_recycle");
        NamespaceRecord wanted = new NamespaceRecord(SnowflakeLayout.DEFAULT, "mysql");
        assertThat(place.create(first)).isTrue();
        assertThat(place.create(wanted)).isFalse();
        WorkerIdRow read = place.read().orElseThrow();
        assertThat(place.recordOf(read)).isEqualTo(first);

        assertThat(place.replace(read, wanted)).isTrue();
        assertThat(place.replace(read, first)).as("it is another by now").isFalse();
        assertThat(place.recordOf(place.read().orElseThrow())).isEqualTo(wanted);
        assertThat(table.findAll()).as("it is no worker id").isEmpty();
    }

    @Test
    void lostLeaseSaysWhoHasTheRow() {
        JdbcHolder holder = new JdbcWorkerIdHolder(table, IDENTITY);
        WorkerIdLease lease =
                holder.acquire(LeaseRequest.of(IDENTITY, new WorkerIdRange(0, 63), SnowflakeLayout.DEFAULT, time));

        change("max_timestamp = 7"); // as a node of the fork does
        assertLost(
                holder,
                lease,
                "a node of the fork writes to the row of 10.0.0.1:8080, or reserved_until or max_timestamp was edited");

        change("token = 'theirs'");
        assertLost(holder, lease, "the row belongs to 10.0.0.1:8080 with another token");

        change("max_timestamp = reserved_until");
        assertLost(holder, lease, "the row belongs to 10.0.0.1:8080 with another token");

        database.jdbc().update("DELETE FROM leaf_workerid_alloc WHERE id = 0");
        holder.acquire(LeaseRequest.of(IDENTITY, new WorkerIdRange(1, 1), SnowflakeLayout.DEFAULT, time));
        assertLost(holder, lease, "its row is gone");
    }

    private void change(String column) {
        assertThat(database.jdbc().update("UPDATE leaf_workerid_alloc SET " + column + " WHERE id = 0"))
                .isEqualTo(1);
    }

    private static void assertLost(JdbcHolder holder, WorkerIdLease lease, String finding) {
        String message = "worker id 0 in table leaf_workerid_alloc is no longer held by this process of "
                + "10.0.0.1:8080: " + finding;
        assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                .isThrownBy(() -> holder.extend(lease, lease.ceilingMillis() + 1, lease.token()))
                .withMessage(message);
        assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                .isThrownBy(() -> holder.release(lease, lease.floorMillis()))
                .withMessage(message);
    }

    /** What a crash takes away would be reserved again. */
    @Test
    void tableThatACrashCouldEmptyIsRefusedWithWhatToDo(@TempDir Path directory) {
        TestDatabase late = TestDatabase.h2()
                .withUrl("jdbc:h2:" + directory.resolve("leaf"))
                .with(JdbcWorkerIdHolder.DEFAULT_TABLE);

        assertThatExceptionOfType(WorkerIdException.UnfitRegistry.class)
                .isThrownBy(() -> tableOn(late).findAll())
                .withMessageContaining("table leaf_workerid_alloc is in a file that H2 writes up to 500 ms after")
                .satisfies(ex -> assertThat(ex.remedy()).isEqualTo("add ;WRITE_DELAY=0 to the JDBC URL"));
    }

    @Test
    void missingColumnIsNamedByWhatTheDatabaseSays() {
        database.jdbc().execute("ALTER TABLE leaf_workerid_alloc DROP COLUMN live_until");

        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(table::findAll)
                .withMessageContaining("table leaf_workerid_alloc is missing, or has not all columns that Leaf adds")
                .withMessageContaining("LIVE_UNTIL");
    }
}
