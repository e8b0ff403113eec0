package io.leafid.autoconfigure;

import io.leafid.autoconfigure.properties.WorkerIdMode;
import io.leafid.text.Reasons;
import io.leafid.workerid.ClockReading;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.CannotGetJdbcConnectionException;

/**
 * Worker ids in a database's registry that is made at the first call, since the kind of database is known only once it
 * answers; so an application can start from its local mark while the database is unavailable. Thread-safe.
 *
 * <p>Two first calls may make two registries, one of which is dropped: making one changes nothing.
 */
final class LazyWorkerIdHolder implements WorkerIdHolder {

    private final WorkerIdMode mode;
    private final String registry;
    private final Supplier<WorkerIdHolder> factory;
    private volatile @Nullable WorkerIdHolder holder;

    /**
     * Makes the holder; asks nothing yet.
     *
     * @param mode the mode of the real one
     * @param registry names the registry, as {@link WorkerIdHolder#registry}
     * @param factory makes the real one
     */
    LazyWorkerIdHolder(WorkerIdMode mode, String registry, Supplier<WorkerIdHolder> factory) {
        this.mode = mode;
        this.registry = registry;
        this.factory = factory;
    }

    private WorkerIdHolder holder() {
        WorkerIdHolder existing = holder;
        if (existing == null) {
            try {
                existing = factory.get();
            } catch (CannotGetJdbcConnectionException ex) {
                throw new WorkerIdException.RegistryUnavailable(
                        "the database cannot be reached: " + Reasons.of(ex), ex);
            }
            holder = existing;
        }
        return existing;
    }

    @Override
    public boolean isFixed() {
        return mode.isFixed();
    }

    @Override
    public String registry() {
        return registry;
    }

    @Override
    public String name() {
        return mode.text();
    }

    @Override
    public WorkerIdLease acquire(LeaseRequest request) {
        return holder().acquire(request);
    }

    @Override
    public WorkerIdLease extend(WorkerIdLease claim, long ceilingMillis, String token) {
        return holder().extend(claim, ceilingMillis, token);
    }

    @Override
    public void release(WorkerIdLease claim, long usedUpToMillis) {
        holder().release(claim, usedUpToMillis);
    }

    @Override
    public List<WorkerIdEntry> list() {
        return holder().list();
    }

    @Override
    public List<ClockReading> clockReadings() {
        return holder().clockReadings();
    }

    @Override
    public void close() {
        WorkerIdHolder existing = holder;
        if (existing != null) {
            existing.close();
        }
    }
}
