package io.leafid.workerid;

/** Where the generator finds the lease that it works under. Thread-safe; never blocks. */
public interface LeaseSource {

    /** The present lease. Reading it costs one volatile read. */
    WorkerIdLease lease();

    /**
     * The lease for a timestamp that the present one does not cover: its renewal or, once it has run out, its successor
     * with another worker id. If there is none, the present lease, which the caller then finds not to cover it.
     */
    WorkerIdLease leaseFor(long millis);
}
