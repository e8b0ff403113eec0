package io.leafid.actuate;

import io.leafid.workerid.WorkerIdEntry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The registry's list of leases, a few seconds old at most. Thread-safe: at most one reading is under way, and callers wait for it up to a
 * time-out; then the last list that was read is shown, with its age.
 */
final class LeaseListCache {

    /** The time for which a list is shown before the registry is asked again. */
    static final Duration VALIDITY = Duration.ofSeconds(10);

    private static final Logger logger = LoggerFactory.getLogger(LeaseListCache.class);

    private final Supplier<List<WorkerIdEntry>> registry;
    private final ExecutorService reader;
    private final InstantSource clock;
    private final Duration timeout;
    private volatile @Nullable Snapshot last;
    private @Nullable Future<?> reading; // guarded by this
    private Instant askedAt = Instant.MIN; // guarded by this

    LeaseListCache(
            Supplier<List<WorkerIdEntry>> registry, ExecutorService reader, InstantSource clock, Duration timeout) {
        this.registry = registry;
        this.reader = reader;
        this.clock = clock;
        this.timeout = timeout;
    }

    /** The list, or {@code null} if it could never be read. */
    @Nullable Snapshot get() {
        try {
            Future<?> running = readingIfDue();
            if (running != null) {
                running.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException | RejectedExecutionException ex) {
            logger.debug("the list of leases could not be read", ex);
        }
        return last;
    }

    /** The list as it was read last, and not waited for: the registry is asked beside the caller if that is due. */
    @Nullable Snapshot recent() {
        try {
            Future<?> unused = readingIfDue();
        } catch (RejectedExecutionException ex) {
            logger.debug("the application is closing", ex);
        }
        return last;
    }

    private synchronized @Nullable Future<?> readingIfDue() {
        Instant now = clock.instant();
        boolean isUnderWay = reading != null && !reading.isDone();
        boolean isValid =
                !now.isBefore(askedAt) && now.isBefore(askedAt.plus(VALIDITY)); // before, when the clock stepped back
        if (!isUnderWay && !isValid) {
            askedAt = now;
            reading = reader.submit(this::read);
        }
        return reading;
    }

    private void read() {
        List<WorkerIdEntry> entries = registry.get().stream()
                .sorted(Comparator.comparingInt(WorkerIdEntry::workerId))
                .toList();
        last = new Snapshot(entries, clock.instant());
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
