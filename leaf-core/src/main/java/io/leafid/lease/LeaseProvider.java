package io.leafid.lease;

import io.leafid.workerid.WorkerIdException;
import java.time.Duration;

/** Provider of the lease that a generator works under and gives back. Thread-safe. */
public interface LeaseProvider {

    /** The time that registry and disk are waited for at the end. */
    Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    /** The window that may be used now. Reading it costs one volatile read. */
    LeaseWindow window();

    /**
     * The window for a timestamp that the present one does not cover: its renewal or, once it has run out, its successor
     * with another worker id. If there is none, the present window, which does not cover the timestamp; then a renewal is
     * under way. Never blocks.
     */
    LeaseWindow windowFor(long millis);

    /** The state of the lease. Never blocks. */
    LeaseStatus status();

    /**
     * Gives the lease back for a while, as before a checkpoint of the process: whatever is left in memory then is used up.
     * The generator must have stopped issuing before. Nothing happens if it is given back already.
     *
     * @param usedUpToMillis no id with this timestamp, in milliseconds since 1970, or a later one was issued
     * @param timeout how long registry and disk are waited for
     */
    void stop(long usedUpToMillis, Duration timeout);

    /**
     * Takes a lease anew after {@link #stop}, above all that was issued before.
     *
     * @throws WorkerIdException if no lease is to be had; it may be tried again
     * @throws java.io.UncheckedIOException if the local mark cannot be written
     */
    void restart();

    /**
     * Ends the renewals and gives the lease back for good. The generator must have stopped issuing before. Idempotent.
     *
     * @param usedUpToMillis no id with this timestamp, in milliseconds since 1970, or a later one was issued
     * @param timeout how long registry and disk are waited for
     */
    void close(long usedUpToMillis, Duration timeout);
}
