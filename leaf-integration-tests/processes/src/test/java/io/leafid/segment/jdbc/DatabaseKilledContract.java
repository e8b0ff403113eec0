package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.leafid.LeafEvent;
import io.leafid.SegmentUnavailableException;
import io.leafid.history.CallRecord;
import io.leafid.segment.RecordingSegmentStore;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.specification.EventFile;
import io.leafid.specification.ProcessTraces;
import io.leafid.specification.SegmentEvent;
import io.leafid.specification.SegmentHistory;
import io.leafid.testing.DatabaseServer;
import io.leafid.testing.StoreOutages;
import io.leafid.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The database is killed under load and started again, while the application keeps asking for ids. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class DatabaseKilledContract {

    private static final Logger logger = LoggerFactory.getLogger(DatabaseKilledContract.class);

    private static final int SIGKILL_EXIT = 128 + 9;
    private static final int CALLERS = 8;
    private static final Duration OUTAGE = Duration.ofSeconds(8);
    private static final Duration WAIT_TIMEOUT = Duration.ofMillis(500);
    private static final Duration SLACK = Duration.ofSeconds(20); // a busy machine, not the engine

    /** Attempts that fit into the outage if each waits only the shortest back-off: 50 ms, doubling to 2.5 s. */
    private static final int MOST_ATTEMPTS = 10;

    /** The longest back-off, plus the time that an allocation and its connection may take on a busy machine. */
    private static final Duration RECOVERY = Duration.ofSeconds(5 + 60);

    private static final SegmentSettings SETTINGS = new SegmentSettings(
            new AllocationSettings(Duration.ofMinutes(15), 5_000, Map.of(), 0.1, WAIT_TIMEOUT, Duration.ofSeconds(30)),
            Duration.ofSeconds(60),
            true,
            null,
            false);

    private final DatabaseServer server;
    private final Queue<CallRecord> calls = new ConcurrentLinkedQueue<>();
    private final Queue<LeafEvent> events = new ConcurrentLinkedQueue<>();
    private final ExecutorService callers = Executors.newFixedThreadPool(CALLERS);

    DatabaseKilledContract(DatabaseServer server) {
        this.server = server;
    }

    @AfterEach
    void stop() {
        callers.shutdownNow();
        server.close();
    }

    @TempDir
    private Path directory;

    @Test
    void reservedIdsAreServedThenTypedErrorsComeInTimeThenIdsFlowAgainAndNoneTwice() throws Exception {
        TestDatabase database = server.newDatabase().with(JdbcSegmentStore.DEFAULT_TABLE);
        database.jdbc().update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 1, 5000)");
        try (HikariDataSource pool = database.impatientPool(4)) {
            RecordingSegmentStore store = new RecordingSegmentStore(new JdbcSegmentStore(
                    pool,
                    database.dialect(),
                    JdbcSegmentStore.DEFAULT_TABLE,
                    SETTINGS.allocation().loadTimeout()));
            EventFile written = EventFile.in(directory, "order", "one");
            written.add(SegmentEvent.of(SegmentEvent.Kind.STARTS, ""));
            try (SegmentIdGenerator generator =
                    new SegmentIdGenerator(written.traced(store), SETTINGS, List.of(), null, events::add)) {
                generator.start();
                List<long[]> before = killUnderLoad(generator);
                assertThat(server.exitCode())
                        .as("killed by a signal that no process can handle")
                        .isEqualTo(SIGKILL_EXIT);
                assertThat(before.stream().mapToInt(ids -> ids.length).sum())
                        .as("exactly what was reserved is served")
                        .isEqualTo((int) store.granted());
                assertErrorsComeInTime(generator, store);

                server.restart();
                Duration recovery = awaitRecovery(generator);
                List<long[]> after = inParallel(() -> draw(generator, 20_000));

                List<long[]> all = new ArrayList<>(before);
                all.addAll(after);
                long[] ids = all.stream().flatMapToLong(LongStream::of).toArray();
                RecordingSegmentStore.assertDistinct(ids);
                store.assertGranted(ids);
                assertThat(maxId(database)).isGreaterThanOrEqualTo(store.highestEnd());
                StoreOutages.assertReported(events);
                follow();
                logger.info("{} ids; ids flowed again {} ms after the restart", ids.length, recovery.toMillis());
            }
        }
    }

    private void follow() throws IOException {
        SegmentHistory history = new SegmentHistory("order", false, 1);
        history.add("one", EventFile.segments(directory.resolve("order~one"), "one"), List.copyOf(calls));
        new ProcessTraces().addSegments(history.trace("order")).requireFollowed(directory);
    }

    private long nextId(SegmentIdGenerator generator) {
        long begun = System.nanoTime();
        long id = generator.nextId("order");
        calls.add(new CallRecord(begun, System.nanoTime(), id, id));
        return id;
    }

    /** Lets callers draw, kills the server in the middle of it and returns what they got before their first error. */
    private List<long[]> killUnderLoad(SegmentIdGenerator generator) throws Exception {
        CountDownLatch underLoad = new CountDownLatch(CALLERS * 20_000);
        AtomicBoolean killed = new AtomicBoolean();
        List<Future<long[]>> drawing = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            drawing.add(callers.submit(() -> drawUntilKilled(underLoad, killed::get, generator)));
        }
        assertThat(underLoad.await(2, TimeUnit.MINUTES)).isTrue();
        server.kill();
        killed.set(true);
        return results(drawing);
    }

    /** Draws so many ids. */
    private long[] draw(SegmentIdGenerator generator, int count) {
        LongStream.Builder ids = LongStream.builder();
        for (int drawn = 0; drawn < count; ) {
            try {
                ids.add(nextId(generator));
                drawn++;
            } catch (SegmentUnavailableException ex) {
                // a busy machine needs longer than a caller waits
            }
        }
        return ids.build().toArray();
    }

    /** Draws ids until the first typed error after the server was killed; any other error fails the test. */
    private long[] drawUntilKilled(CountDownLatch underLoad, BooleanSupplier isKilled, SegmentIdGenerator ids) {
        LongStream.Builder drawn = LongStream.builder();
        while (true) {
            boolean wasKilled = isKilled.getAsBoolean();
            try {
                drawn.add(nextId(ids));
                underLoad.countDown();
            } catch (SegmentUnavailableException ex) {
                if (wasKilled) {
                    return drawn.build().toArray();
                }
            }
        }
    }

    private void assertErrorsComeInTime(SegmentIdGenerator generator, RecordingSegmentStore store) throws Exception {
        int attemptsBefore = store.attempts();
        long end = System.nanoTime() + OUTAGE.toNanos();
        List<Long> errors = inParallel(() -> {
            long count = 0;
            while (System.nanoTime() - end < 0) {
                assertThat(timeToFail(generator)).isLessThan(WAIT_TIMEOUT.plus(SLACK));
                count++;
            }
            return count;
        });
        int attempts = store.attempts() - attemptsBefore;
        logger.info("{} s without database: {} errors, {} allocations tried", OUTAGE.toSeconds(), errors, attempts);
        assertThat(attempts).isBetween(1, MOST_ATTEMPTS);
    }

    private Duration timeToFail(SegmentIdGenerator generator) {
        long start = System.nanoTime();
        try {
            throw new AssertionError("id " + nextId(generator) + " although nothing is reserved");
        } catch (SegmentUnavailableException ex) {
            return Duration.ofNanos(System.nanoTime() - start);
        }
    }

    private Duration awaitRecovery(SegmentIdGenerator generator) {
        long start = System.nanoTime();
        await().atMost(RECOVERY)
                .ignoreException(SegmentUnavailableException.class)
                .until(() -> {
                    nextId(generator);
                    return true;
                });
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private <T> List<T> inParallel(Callable<T> action) throws Exception {
        List<Future<T>> running = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            running.add(callers.submit(action));
        }
        return results(running);
    }

    private static <T> List<T> results(List<Future<T>> running) throws Exception {
        List<T> results = new ArrayList<>();
        for (Future<T> each : running) {
            results.add(each.get());
        }
        return results;
    }

    private static long maxId(TestDatabase database) {
        return Objects.requireNonNull(database.jdbc().queryForObject("SELECT max_id FROM leaf_alloc", Long.class));
    }
}
