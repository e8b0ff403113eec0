package io.leafid.migration;

import static org.awaitility.Awaitility.await;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A stand-in of a process of the original or the fork: it has taken a worker id, reports every 3 s, and issues ids of the
 * original's layout meanwhile. Thread-safe.
 */
final class OldNode implements LongSupplier, AutoCloseable {

    private static final long EPOCH = 1_288_834_974_657L;
    private static final int LAST_SEQUENCE = 4_095;
    private static final int FIRST_SEQUENCES = 100;

    private final int workerId;
    private final Runnable disconnect;
    private final ScheduledExecutorService reporter = Executors.newSingleThreadScheduledExecutor();
    private volatile Future<?> reports = CompletableFuture.completedFuture(null);
    private long lastMillis;
    private long sequence;

    /** Writes the time where the node reports it. */
    @FunctionalInterface
    interface Report {
        void write(long now) throws Exception;
    }

    private OldNode(int workerId, Runnable disconnect) {
        this.workerId = workerId;
        this.disconnect = disconnect;
    }

    /** A node that reports from a second after its start on; one report that fails does not end them. */
    static OldNode reporting(int workerId, Report report, Runnable disconnect) {
        OldNode node = new OldNode(workerId, disconnect);
        node.reports = node.reporter.scheduleWithFixedDelay(() -> tryTo(report), 1, 3, TimeUnit.SECONDS);
        return node;
    }

    /** A node that was started without its registry, and therefore never reports. */
    static OldNode silent(int workerId, Runnable disconnect) {
        return new OldNode(workerId, disconnect);
    }

    private static void tryTo(Report report) {
        try {
            report.write(System.currentTimeMillis());
        } catch (Exception ex) {
            // as theirs, which go on
        }
    }

    int workerId() {
        return workerId;
    }

    /** The next id; the first one of a millisecond has a sequence number below 100, by chance. */
    @Override
    public synchronized long getAsLong() {
        long now = System.currentTimeMillis();
        if (now < lastMillis) {
            throw new IllegalStateException("Result{id=-3, status=EXCEPTION}");
        }
        sequence = (now == lastMillis)
                ? (sequence + 1) & LAST_SEQUENCE
                : ThreadLocalRandom.current().nextInt(FIRST_SEQUENCES);
        if (now == lastMillis && sequence == 0) {
            sequence = ThreadLocalRandom.current().nextInt(FIRST_SEQUENCES);
            while (now <= lastMillis) {
                now = System.currentTimeMillis();
            }
        }
        lastMillis = now;
        return (now - EPOCH) << 22 | (long) workerId << 12 | sequence;
    }

    /** Ends the process: no report follows, and its session ends. */
    @Override
    public void close() {
        reports.cancel(true);
        reporter.shutdownNow();
        await().until(reporter::isTerminated);
        disconnect.run();
    }
}
