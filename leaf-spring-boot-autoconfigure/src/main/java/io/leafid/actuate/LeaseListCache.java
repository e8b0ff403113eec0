package io.leafid.actuate;

import io.leafid.workerid.WorkerIdEntry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cache of the registry's list of leases, a few seconds old at most. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - At most one reading is under way; a caller that comes meanwhile waits for that one.
 *   - A caller waits at most for the time-out: then the last list that was read is shown, with its age.
 *   - Whether it succeeds or fails, the registry is not asked again before the list's time is over.
 * Locks: `this` guards the choice between waiting and asking. The registry is asked on the reader's thread.
 * </pre>
 */
final class LeaseListCache {

    /** The time for which a list is shown before the registry is asked again. */
    static final Duration VALIDITY = Duration.ofSeconds(10);

    private static final Logger logger = LoggerFactory.getLogger(LeaseListCache.class);

    private final Supplier<List<WorkerIdEntry>> registry;
    private final Executor reader;
    private final InstantSource clock;
    private final Duration timeout;
    private volatile @Nullable Snapshot last;
    private @Nullable CompletableFuture<Void> reading;
    private @Nullable Instant askedAt;

    LeaseListCache(Supplier<List<WorkerIdEntry>> registry, Executor reader, InstantSource clock, Duration timeout) {
        this.registry = registry;
        this.reader = reader;
        this.clock = clock;
        this.timeout = timeout;
    }

    /** The list, or {@code null} if it could never be read. */
    @Nullable Snapshot get() {
        CompletableFuture<Void> running = readingIfDue();
        if (running != null) {
            await(running);
        }
        return last;
    }

    /** The list as it was read last, and not waited for: the registry is asked beside the caller if that is due. */
    @Nullable Snapshot recent() {
        @Nullable CompletableFuture<Void> unused = readingIfDue();
        return last;
    }

    private synchronized @Nullable CompletableFuture<Void> readingIfDue() {
        if (reading != null && !reading.isDone()) {
            return reading;
        }
        if (askedAt != null && isValid(Duration.between(askedAt, clock.instant()))) {
            return null;
        }
        askedAt = clock.instant();
        try {
            reading = CompletableFuture.runAsync(this::read, reader);
        } catch (RejectedExecutionException ex) { // the application is closing
            reading = null;
        }
        return reading;
    }

    private static boolean isValid(Duration age) {
        return !age.isNegative() && age.compareTo(VALIDITY) < 0; // negative when the clock stepped back
    }

    private void read() {
        try {
            List<WorkerIdEntry> entries = registry.get().stream()
                    .sorted(Comparator.comparingInt(WorkerIdEntry::workerId))
                    .toList();
            last = new Snapshot(entries, clock.instant());
        } catch (RuntimeException ex) {
            logger.debug("the list of leases could not be read", ex);
        }
    }

    private void await(CompletableFuture<Void> running) {
        try {
            running.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException ex) {
            logger.debug("the registry has not listed the leases within {}", timeout);
        }
    }

    /**
     * The answer of the registry. Immutable.
     *
     * @param entries the leases, sorted by worker id
     * @param readAt when it said so, by this process's clock
     */
    record Snapshot(List<WorkerIdEntry> entries, Instant readAt) {

        /** How many nodes of the original and of its fork report. */
        long foreign() {
            return entries.stream()
                    .filter(entry -> entry.live() && entry.writer() != WorkerIdEntry.Writer.LEAF)
                    .count();
        }

        Duration ageAt(Instant now) {
            return Duration.between(readAt, now);
        }

        /** Returns whether it still says who is alive; when it does not, the registry has not answered since. */
        boolean isFreshAt(Instant now) {
            return ageAt(now).abs().compareTo(VALIDITY.multipliedBy(2)) <= 0;
        }
    }
}
