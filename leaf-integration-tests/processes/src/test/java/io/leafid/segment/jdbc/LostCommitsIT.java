package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.leafid.LeafEvent;
import io.leafid.jdbc.SqlDialect;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.testing.CapturedLog;
import io.leafid.testing.DatabaseServer;
import io.leafid.testing.MariaDbServer;
import io.leafid.testing.MySqlServer;
import io.leafid.testing.PostgresServer;
import io.leafid.testing.TestDatabase;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedRuntimeException;
import org.springframework.jdbc.core.JdbcTemplate;

/** A database that confirms commits before it has written them is killed, and has lost what it granted last. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LostCommitsIT {

    private static final Logger logger = LoggerFactory.getLogger(LostCommitsIT.class);

    private static final String TAG = "order";
    private static final int STEP = 100;
    private static final int CRASHES = 3;
    private static final long MARGIN = 10_000_000;
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<AllocatedSegment> granted = Collections.synchronizedList(new ArrayList<>());
    private final List<LeafEvent> events = Collections.synchronizedList(new ArrayList<>());
    private long lost;

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    @Test
    void withSkipNoRangeThatMariaDbHasForgottenIsGrantedAgain() throws Exception {
        try (MariaDbServer server = MariaDbServer.start("--innodb-flush-log-at-trx-commit=0", "--sync-binlog=0")) {
            crash(server, server.newDatabase(), MARGIN);
        }
        assertLostAndNotGrantedAgain();
    }

    @Test
    @EnabledIf("io.leafid.testing.MySqlServer#isThere")
    void withSkipNoRangeThatMySqlHasForgottenIsGrantedAgain() throws Exception {
        try (MySqlServer server = MySqlServer.start("--innodb-flush-log-at-trx-commit=0", "--sync-binlog=0")) {
            crash(server, server.newDatabase(), MARGIN);
        }
        assertLostAndNotGrantedAgain();
    }

    /** One that was restarted in the second of its start would have the same name. */
    @Test
    void nothingIsGrantedBeforeTheSecondOfTheServersStartHasPassed() {
        try (MariaDbServer server = MariaDbServer.start()) {
            assertThat(allocationInTheSecondOfTheStart(server.newDatabase())).isGreaterThanOrEqualTo(SECOND);
        }
    }

    /** A session may set the time of its statements. */
    private Duration allocationInTheSecondOfTheStart(TestDatabase empty) {
        TestDatabase database = withTag(empty);
        try (HikariDataSource pool = database.impatientPool(1)) {
            new JdbcTemplate(pool).execute("""
                    SET timestamp = (
                        SELECT UNIX_TIMESTAMP() - variable_value
                          FROM /*!50701 performance_schema.global_status */ /*M!100000 information_schema.global_status */
                         WHERE variable_name = 'Uptime')
                    """);
            JdbcSegmentStore store = node(database, pool, MARGIN);
            store.find(TAG);
            long begin = System.nanoTime();
            allocate(store);
            return Duration.ofNanos(System.nanoTime() - begin);
        }
    }

    @Test
    void restartIsNoChangeWhereNothingIsSkipped() throws Exception {
        try (MariaDbServer server = MariaDbServer.start("--innodb-flush-log-at-trx-commit=1", "--sync-binlog=1")) {
            crash(server, server.newDatabase(), 0);
        }
        assertThat(lost).as("ids that the crashes have taken").isZero();
        assertThat(repeated()).isZero();
        assertThat(events).isEmpty();
    }

    /** Leaf's own commits wait for the log, whatever the server's setting is. */
    @Test
    void postgresForgetsNoRangeThoughItsSettingSaysThatItMay() throws Exception {
        try (PostgresServer server = PostgresServer.start("off")) {
            TestDatabase database = server.newDatabase();
            CrashedDatabase crashed = new CrashedDatabase(database, server::kill, server::restart);
            crash(crashed, 0);
        }
        assertThat(lost).as("ids that the crashes have taken").isZero();
        assertThat(repeated()).isZero();
        assertThat(events).isEmpty();
    }

    /** What is at stake, and what says so. */
    @Test
    void withoutSkipAWarningNamesTheSettingAtTheStart() throws Exception {
        try (CapturedLog log = new CapturedLog("io.leafid");
                MariaDbServer server = MariaDbServer.start("--innodb-flush-log-at-trx-commit=0", "--sync-binlog=0")) {
            crash(server, server.newDatabase(), 0);

            assertThat(log.warnings().stream().filter(text -> text.contains("innodb_flush_log_at_trx_commit=0")))
                    .as("two nodes")
                    .hasSize(2);
        }
        assertThat(lost).as("ids that the crashes have taken").isPositive();
        assertThat(repeated()).as("what the warning is about").isPositive();
    }

    private void assertLostAndNotGrantedAgain() {
        assertThat(lost).as("ids that the crashes have taken").isPositive();
        assertThat(repeated()).as("ranges that were granted twice").isZero();
        assertThat(events).hasSize(2 * CRASHES).hasOnlyElementsOfType(LeafEvent.SegmentServerChanged.class);
    }

    private long repeated() {
        List<AllocatedSegment> sorted = granted.stream()
                .sorted(Comparator.comparingLong(AllocatedSegment::first))
                .toList();
        long repeated = 0;
        long end = 0;
        for (AllocatedSegment range : sorted) {
            repeated += (range.first() < end) ? 1 : 0;
            end = Math.max(end, range.end());
        }
        return repeated;
    }

    private void crash(DatabaseServer server, TestDatabase database, long margin) throws Exception {
        crash(new CrashedDatabase(database, server::kill, server::restart), margin);
    }

    private void crash(CrashedDatabase crashed, long margin) throws Exception {
        TestDatabase database = withTag(crashed.database());
        try (HikariDataSource fastPool = database.impatientPool(1);
                HikariDataSource slowPool = database.impatientPool(1)) {
            JdbcSegmentStore fast = node(database, fastPool, margin);
            JdbcSegmentStore slow = node(database, slowPool, margin);
            allocate(slow);
            for (int i = 0; i < CRASHES; i++) {
                killUnderLoad(crashed, fast);
                long before =
                        granted.stream().mapToLong(AllocatedSegment::end).max().orElseThrow();
                crashed.restart().run();
                lost += Math.max(0, before - counter(database));
                await().ignoreException(NestedRuntimeException.class).until(() -> allocate(slow));
                await().ignoreException(NestedRuntimeException.class).until(() -> allocate(fast));
                force(database); // a crash that takes the margin of the one before is not covered
            }
            allocate(slow);
            allocate(fast);
        }
        logger.info("{} ranges granted, {} ids forgotten, {} ranges granted again", granted.size(), lost, repeated());
    }

    private static TestDatabase withTag(TestDatabase empty) {
        TestDatabase database = empty.with(JdbcSegmentStore.DEFAULT_TABLE);
        database.jdbc().update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES (?, 1, ?)", TAG, STEP);
        force(database);
        return database;
    }

    /** What is committed now is on the disk and not to be lost. */
    private static void force(TestDatabase database) {
        database.jdbc().execute(database.dialect() == SqlDialect.MYSQL ? "FLUSH LOGS" : "CHECKPOINT");
    }

    private JdbcSegmentStore node(TestDatabase database, HikariDataSource pool, long margin) {
        FailoverPolicy failover = new FailoverPolicy(margin, events::add, TimeSource.system());
        return new JdbcSegmentStore(
                pool, database.dialect(), JdbcSegmentStore.DEFAULT_TABLE, Duration.ofSeconds(30), failover);
    }

    private boolean allocate(JdbcSegmentStore store) {
        return granted.add(store.allocate(TAG, STEP, 0));
    }

    private void killUnderLoad(CrashedDatabase crashed, JdbcSegmentStore fast) throws Exception {
        CountDownLatch underLoad = new CountDownLatch(300);
        Future<?> load = threads.submit(() -> {
            try {
                while (allocate(fast)) {
                    underLoad.countDown();
                }
            } catch (NestedRuntimeException ex) {
                logger.debug("the database is gone", ex);
            }
        });
        assertThat(underLoad.await(1, TimeUnit.MINUTES)).isTrue();
        crashed.kill().run();
        load.get(1, TimeUnit.MINUTES);
    }

    private static long counter(TestDatabase database) {
        return Objects.requireNonNull(database.jdbc().queryForObject("SELECT max_id FROM leaf_alloc", Long.class));
    }

    private record CrashedDatabase(TestDatabase database, Runnable kill, Runnable restart) {}
}
