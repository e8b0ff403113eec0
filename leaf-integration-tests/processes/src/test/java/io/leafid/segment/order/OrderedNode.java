package io.leafid.segment.order;

import com.zaxxer.hikari.HikariDataSource;
import io.leafid.IdGenerationException;
import io.leafid.IdSequence;
import io.leafid.SegmentUnavailableException;
import io.leafid.history.CallLog;
import io.leafid.history.CallRecord;
import io.leafid.jdbc.SqlDialect;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.buffer.TagSettings;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.segment.status.IdOrder;
import io.leafid.segment.store.SegmentStore;
import io.leafid.specification.EventFile;
import io.leafid.specification.SegmentEvent;
import io.leafid.testing.TestDatabase;
import io.leafid.time.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A node of its own process whose callers log every call, from the first byte on standard input until its end. Arguments: address, user, password and
 * dialect of the database, directory for the logs, callers, whether ids are ordered.
 */
final class OrderedNode {

    static final String TAG = "order";

    static final Duration WAIT_TIMEOUT = Duration.ofSeconds(1);

    private static final int MOST_CALLS = 40_000;
    private static final int BATCH_EVERY = 50;
    private static final int BATCH = 20;

    private static final Duration START_TIMEOUT = Duration.ofMinutes(1);

    private OrderedNode() {}

    /** Begins. */
    public static void main(String[] args) throws Exception {
        TestDatabase database = new TestDatabase(args[0], args[1], args[2], SqlDialect.valueOf(args[3]));
        IdOrder order = Boolean.parseBoolean(args[6]) ? IdOrder.GLOBAL : IdOrder.NODE;
        SegmentSettings settings = new SegmentSettings(
                new AllocationSettings(
                        Duration.ofMinutes(15),
                        1_000_000,
                        Map.of(TAG, new TagSettings(null, order)),
                        0.1,
                        WAIT_TIMEOUT,
                        Duration.ofSeconds(2)),
                Duration.ofSeconds(60),
                false,
                null,
                true);
        EventFile events =
                EventFile.of(TAG, String.valueOf(ProcessHandle.current().pid()));
        events.add(SegmentEvent.of(SegmentEvent.Kind.STARTS, ""));
        try (HikariDataSource pool = database.impatientPool(2)) {
            SegmentStore store = events.traced(new JdbcSegmentStore(
                    pool, database.dialect(), JdbcSegmentStore.DEFAULT_TABLE, Duration.ofSeconds(2)));
            try (SegmentIdGenerator generator = new SegmentIdGenerator(store, settings, List.of(), null, event -> {})) {
                generator.start();
                call(sequenceAtLast(generator), Path.of(args[4]), Integer.parseInt(args[5]));
            }
        }
        System.out.println("ended");
    }

    /**
     * The sequence with its first id taken, so that a node without the order holds a range before another one runs. The first
     * statement may take longer than a caller waits, while servers and other nodes start.
     */
    private static IdSequence sequenceAtLast(SegmentIdGenerator generator) {
        TimeSource time = TimeSource.system();
        long begun = time.nanoTime();
        while (true) {
            try {
                IdSequence sequence = generator.sequence(TAG);
                sequence.next();
                return sequence;
            } catch (SegmentUnavailableException ex) {
                if (time.nanoTime() - begun > START_TIMEOUT.toNanos()) {
                    throw ex;
                }
                time.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
            }
        }
    }

    private static void call(IdSequence sequence, Path directory, int callers) throws Exception {
        AtomicBoolean ended = new AtomicBoolean();
        Thread[] threads = new Thread[callers];
        for (int i = 0; i < callers; i++) {
            CallLog log =
                    CallLog.create(directory.resolve(ProcessHandle.current().pid() + "-" + i), MOST_CALLS);
            threads[i] = new Thread(() -> callUntil(ended, sequence, log));
        }
        System.out.println("ready");
        System.in.read();
        for (Thread thread : threads) {
            thread.start();
        }
        awaitEndOfInput();
        ended.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void awaitEndOfInput() throws IOException {
        while (System.in.read() >= 0) { // whatever it is
        }
    }

    private static void callUntil(AtomicBoolean ended, IdSequence sequence, CallLog log) {
        for (int i = 0; log.hasRoom() && !ended.get(); i++) {
            long begun = System.nanoTime();
            try {
                if (i % BATCH_EVERY == 0) {
                    long[] ids = sequence.next(BATCH);
                    log.add(new CallRecord(begun, System.nanoTime(), ids[0], ids[BATCH - 1]));
                } else {
                    long id = sequence.next();
                    log.add(new CallRecord(begun, System.nanoTime(), id, id));
                }
            } catch (IdGenerationException ex) {
                requireInTime(System.nanoTime() - begun);
            }
        }
    }

    /** A refusal comes within the deadline; the rest is for a machine that is busy. */
    private static void requireInTime(long nanos) {
        if (nanos > WAIT_TIMEOUT.plusSeconds(5).toNanos()) {
            System.out.println("LATE " + nanos);
        }
    }
}
