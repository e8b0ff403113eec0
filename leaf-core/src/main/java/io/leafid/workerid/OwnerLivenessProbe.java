package io.leafid.workerid;

import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The watch over a former owner until it can no longer be running, or shows that it is. Used once, by one thread.
 *
 * <p>One report is enough: what a dying process had sent has arrived long before its successor runs.
 *
 * @param <T> what the registry shows of the owner: a node, or a row
 */
public final class OwnerLivenessProbe<T> {

    private final Registry<T> registry;
    private final TimeSource time;
    private final long deadlineNanos;
    private @Nullable T first;

    /**
     * Begins the watch.
     *
     * @param registry how the owner is seen
     * @param time the clocks
     * @param timeout how long a dead owner may seem to be alive
     */
    public OwnerLivenessProbe(Registry<T> registry, TimeSource time, Duration timeout) {
        this.registry = registry;
        this.time = time;
        this.deadlineNanos = time.nanoTime() + timeout.toNanos();
    }

    /**
     * Waits until the owner is worth another look.
     *
     * @param seen what the registry shows of the owner now
     * @throws WorkerIdException.IdentityInUse if the owner has reported since the first look, or time is up
     */
    public void await(T seen) {
        long leftNanos = deadlineNanos - time.nanoTime();
        if (leftNanos <= 0 || hasReported(seen)) {
            throw registry.inUse(seen);
        }
        registry.awaitReport(seen, Duration.ofMillis(TimeUnit.NANOSECONDS.toMillis(leftNanos) + 1));
    }

    /** Returns whether the owner has reported since the first look. */
    public boolean hasReported(T seen) {
        if (first == null) {
            first = seen;
        }
        return registry.isLater(first, seen);
    }

    /**
     * View of an owner through a registry.
     *
     * @param <T> what it shows
     */
    public interface Registry<T> {

        /** Returns whether the owner has reported between two looks. */
        boolean isLater(T before, T now);

        /** Waits until the owner reports, or for as long as makes sense between two looks, at most for the time given. */
        void awaitReport(T seen, Duration atMost);

        /** The refusal to take the place of an owner that runs. */
        WorkerIdException inUse(T seen);
    }
}
