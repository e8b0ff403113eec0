package io.leafid.workerid;

import java.time.Duration;

/** Where the generator finds the lease that it works under, and gives it back. Thread-safe. */
public interface LeaseSource {

    /** The present lease. Reading it costs one volatile read. */
    WorkerIdLease lease();

    /**
     * The lease for a timestamp that the present one does not cover: its renewal or, once it has run out, its successor
     * with another worker id. If there is none, the present lease, which the caller then finds not to cover it; a renewal
     * is under way then. Never blocks.
     */
    WorkerIdLease leaseFor(long millis);

    /** How the lease stands. Never blocks. */
    LeaseStatus status();

    /**
     * Ends the renewals and gives the lease back. The generator must have stopped issuing before. Idempotent.
     *
     * @param usedUpToMillis no id with this timestamp, in milliseconds since 1970, or a later one was issued
     * @param patience how long registry and disk are waited for
     */
    void close(long usedUpToMillis, Duration patience);
}
