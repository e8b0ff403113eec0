package io.leafid.workerid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The holder on the fork's table, whose ids count up by themselves, after the ALTER that the migration guide prints. */
class ForkTableWorkerIdHolderTest extends JdbcWorkerIdHolderContract {

    private static final long TWO_REPORTS = 6_000;

    private static final Pattern FIRST_SQL = Pattern.compile("```sql\\R\\s*(ALTER TABLE.*?)```", Pattern.DOTALL);

    ForkTableWorkerIdHolderTest() {
        super(MariaDb.database());
    }

    @Override
    void createTable(TestDatabase into) {
        into.jdbc().execute("""
                        CREATE TABLE leaf_workerid_alloc (
                            id            BIGINT       NOT NULL AUTO_INCREMENT,
                            ip            VARCHAR(127) NOT NULL,
                            port          VARCHAR(127) NOT NULL,
                            ip_port       VARCHAR(127) NOT NULL,
                            max_timestamp BIGINT       DEFAULT NULL,
                            create_time   TIMESTAMP    NOT NULL DEFAULT CURRENT_TIMESTAMP,
                            update_time   TIMESTAMP    NOT NULL DEFAULT CURRENT_TIMESTAMP,
                            PRIMARY KEY (id),
                            UNIQUE KEY uk_ip_port (ip_port)
                        ) ENGINE = InnoDB CHARACTER SET = utf8mb4 COLLATE = utf8mb4_general_ci
                        """);
        into.jdbc().execute(firstStatementOfTheGuide());
    }

    private static String firstStatementOfTheGuide() {
        try {
            Matcher sql = FIRST_SQL.matcher(Files.readString(Path.of("..", "docs", "run", "migration", "fork.md")));
            assertThat(sql.find()).isTrue();
            return sql.group(1).strip().replaceAll(";$", "");
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** As the fork registers a node; returns the worker id. */
    private long forkRegisters(NodeIdentity identity, @Nullable Long maxTimestamp) {
        jdbc().update(
                        "INSERT INTO leaf_workerid_alloc (ip_port, ip, port, max_timestamp, create_time, update_time) "
                                + "VALUES (?, ?, ?, ?, NOW(), NOW())",
                        identity.toString(),
                        identity.host(),
                        String.valueOf(identity.port()),
                        maxTimestamp);
        return number("SELECT id FROM leaf_workerid_alloc WHERE ip_port = ?", identity.toString());
    }

    /** As the fork reports every three seconds. */
    private void forkReports(long workerId, long maxTimestamp) {
        jdbc().update("UPDATE leaf_workerid_alloc SET max_timestamp = ? WHERE id = ?", maxTimestamp, workerId);
    }

    private long number(String sql, Object... arguments) {
        return Objects.requireNonNull(jdbc().queryForObject(sql, Long.class, arguments));
    }

    @Test
    void nodeOfTheForkIsSucceededTwoReportsAfterItsLastOne() {
        long last = time.currentTimeMillis() - 60_000;
        long workerId = forkRegisters(node(0), last);

        WorkerIdLease lease = open(node(0)).acquire(request(node(0)));

        assertThat(lease.workerId()).isEqualTo(workerId);
        assertThat(lease.floorMillis()).isEqualTo(last + TWO_REPORTS);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(longs = 0)
    void nodeOfTheForkThatNeverReportedIsSucceeded(@Nullable Long never) {
        long workerId = forkRegisters(node(0), never);

        WorkerIdLease lease = open(node(0)).acquire(request(node(0)));

        assertThat(lease.workerId()).isEqualTo(workerId);
        assertThat(open(node(0)).list()).hasSize(1);
    }

    @Test
    void nodeOfTheForkThatHasJustReportedIsWatchedBeforeItIsSucceeded() {
        long last = time.currentTimeMillis() - TWO_REPORTS + 2_000; // a busy machine takes some of it to begin
        forkRegisters(node(0), last);
        long before = System.nanoTime();

        WorkerIdLease lease = open(node(0)).acquire(request(node(0)));

        assertThat(System.nanoTime() - before).isGreaterThan(400_000_000L);
        assertThat(lease.floorMillis()).isEqualTo(last + TWO_REPORTS);
    }

    @Test
    void nodeOfTheForkThatStillRunsIsFoundOut() {
        long workerId = forkRegisters(node(0), time.currentTimeMillis());
        TimeSource busy = new ActingTime(time, () -> forkReports(workerId, time.currentTimeMillis() + 3_000));

        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                .isThrownBy(() -> open(node(0), busy).acquire(request(node(0)).by(busy)))
                .withMessageContaining("as a node of the fork");
    }

    @Test
    void nodeOfTheForkWhoseClockIsFarAheadIsNotSucceeded() {
        long ahead = time.currentTimeMillis() + 3_600_000;
        forkRegisters(node(0), ahead);

        assertThatExceptionOfType(WorkerIdException.ClockBehindMark.class)
                .isThrownBy(() -> open(node(0)).acquire(request(node(0))))
                .satisfies(refused -> assertThat(refused.mark()).isEqualTo(Instant.ofEpochMilli(ahead + TWO_REPORTS)));
    }

    @Test
    void nodeOfTheForkThatWritesIntoOurRowIsNoticedAtTheNextReport() {
        WorkerIdHolder ours = open(node(0));
        WorkerIdLease lease = ours.acquire(request(node(0)));
        forkReports(lease.workerId(), time.currentTimeMillis());

        assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                .isThrownBy(() -> ours.extend(lease, lease.ceilingMillis() + 3_000, lease.token()))
                .withMessageContaining("a node of the fork writes to the row of " + node(0));
    }

    @Test
    void forkThatRanInBetweenIsTrustedFromTwoReportsAfterItsLastOneToo() {
        WorkerIdHolder ours = open(node(0));
        WorkerIdLease lease = ours.acquire(request(node(0)));
        ours.release(lease, lease.floorMillis());
        long last = time.currentTimeMillis() - TWO_REPORTS;
        forkReports(lease.workerId(), last);

        assertThat(open(node(0)).acquire(request(node(0))).floorMillis()).isEqualTo(last + TWO_REPORTS);
    }

    @Test
    void afterAReleaseTheForksOwnCheckAtStartPasses() {
        WorkerIdHolder ours = open(node(0));
        WorkerIdLease lease = ours.acquire(request(node(0)));
        assertThat(number("SELECT max_timestamp FROM leaf_workerid_alloc WHERE id = 0"))
                .isEqualTo(lease.ceilingMillis());
        long usedUpTo = time.currentTimeMillis();
        ours.release(lease, usedUpTo);

        assertThat(number("SELECT max_timestamp FROM leaf_workerid_alloc WHERE ip_port = ?", node(0).toString()))
                .isEqualTo(usedUpTo);
    }

    @Test
    void bothKindsRegisterBesideEachOtherAndZeroIsAWorkerIdToo() {
        WorkerIdLease ours = open(node(0)).acquire(request(node(0)));
        long theirs = forkRegisters(node(1), time.currentTimeMillis());
        WorkerIdLease oursToo = open(node(2)).acquire(request(node(2)));
        long theirsToo = forkRegisters(node(3), time.currentTimeMillis());

        assertThat(ours.workerId()).isZero();
        assertThat(new long[] {theirs, oursToo.workerId(), theirsToo})
                .doesNotContain(0)
                .doesNotHaveDuplicates();
        assertThat(theirs).isPositive();
        assertThat(number("SELECT COUNT(*) FROM leaf_workerid_alloc WHERE id = -1 AND ip_port = 'layout'"))
                .isEqualTo(1);
    }

    @Test
    void rowOfTheForkBeyondTheRangeDisturbsOnlyItsOwner() {
        jdbc().update(
                        "INSERT INTO leaf_workerid_alloc (id, ip_port, ip, port) VALUES (1500, ?, '10.0.0.1', '8080')",
                        node(0).toString());

        assertThat(open(node(1)).acquire(request(node(1))).workerId()).isZero();
        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> open(node(0)).acquire(request(node(0))))
                .withMessageContaining("has worker id 1500 in table leaf_workerid_alloc, outside 0-63");
    }
}
