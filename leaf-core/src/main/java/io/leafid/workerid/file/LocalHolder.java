package io.leafid.workerid.file;

import io.leafid.SnowflakeLayout;
import io.leafid.workerid.ClockReading;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Worker ids by configuration, with a file in the state directory as the only registry. Of its methods, {@link #list()}
 * may be called by any thread.
 *
 * <p>The ceiling is written to the file ahead of the ids, so that a keeper needs no local mark beside this holder. That two
 * machines are not given the same worker id is up to the configuration; two processes of one machine and user are told
 * apart by their locks.
 *
 * <pre>
 * Invariants
 *   - `state` is locked by this process from acquire() to release() or close().
 *   - `held` is the lease whose token the file carries, or would carry had the last write not failed; its ceiling is
 *     durable.
 * </pre>
 */
public final class LocalHolder implements WorkerIdHolder {

    private final StatePlace place;
    private final NodeIdentity identity;
    private final WorkerIdAssignment assignment;
    private final Supplier<WritingProcess> writer;
    private @Nullable LocalState state;
    private volatile @Nullable WorkerIdLease held;

    /**
     * Creates the holder; touches no file yet.
     *
     * @param place where this instance keeps its state
     * @param identity who this instance is
     * @param assignment the configuration
     */
    public LocalHolder(StatePlace place, NodeIdentity identity, WorkerIdAssignment assignment) {
        this(place, identity, assignment, WritingProcess::current);
    }

    /** The same for a process that is named otherwise than this one. */
    LocalHolder(
            StatePlace place, NodeIdentity identity, WorkerIdAssignment assignment, Supplier<WritingProcess> writer) {
        this.place = place;
        this.identity = identity;
        this.assignment = assignment;
        this.writer = writer;
    }

    @Override
    public boolean isFixed() {
        return true;
    }

    @Override
    public boolean isOnDisk() {
        return true;
    }

    @Override
    public String registry() {
        return "local";
    }

    @Override
    public String name() {
        return "local";
    }

    @Override
    public WorkerIdLease acquire(LeaseRequest request) {
        int workerId = assignment.workerIdOf(identity, request.workerIds());
        LocalState opened = open(request.layout(), workerId);
        try {
            WorkerIdLease lease = lease(opened.file(), opened.notedBesideLocks(request), workerId, request);
            write(opened, lease);
            return lease;
        } catch (RuntimeException ex) {
            close();
            throw ex;
        }
    }

    @Override
    public List<Integer> look(LeaseRequest request) {
        int workerId = assignment.workerIdOf(identity, request.workerIds());
        LockHolder self = LockHolder.self(identity.toString(), place.directory().toString());
        try (MarkFile file = MarkFile.look(place, identity, request.layout(), registry())) {
            return List.of(lease(file, WorkerIdLock.look(place, workerId, self, request), workerId, request)
                    .workerId());
        } catch (UncheckedIOException ex) {
            throw unavailable(ex);
        }
    }

    private WorkerIdLease lease(MarkFile file, Floor besideLocks, int workerId, LeaseRequest request) {
        Floor floor = floor(file, besideLocks, workerId, request);
        if (!request.acceptsFloor(floor.millis())) {
            throw new WorkerIdException.ClockBehindMark(
                    workerId, request.time().now(), Instant.ofEpochMilli(floor.millis()), saidBy(floor));
        }
        return request.lease(workerId, floor.millis());
    }

    private static String saidBy(Floor floor) {
        return ("; %s says so. If the clock is right and the file wrong, because it was written while a clock was far ahead, "
                        + "use a worker id that was never used before; move the file away only if no id was issued with a "
                        + "timestamp that is still ahead")
                .formatted(floor.where());
    }

    private LocalState open(SnowflakeLayout layout, int workerId) {
        LocalState present = state;
        if (present != null) {
            return present;
        }
        try {
            LocalState opened = LocalState.open(
                    place,
                    MarkFile.open(place.directory(), null, identity, layout, registry(), place.name(), writer),
                    identity,
                    workerId);
            state = opened;
            return opened;
        } catch (UncheckedIOException ex) {
            throw unavailable(ex);
        }
    }

    private Floor floor(MarkFile file, Floor besideLocks, int workerId, LeaseRequest request) {
        try {
            return new RecordedFloor(place, file, identity, assignment.source(), workerId, request).find(besideLocks);
        } catch (UncheckedIOException ex) {
            throw unavailable(ex);
        }
    }

    @Override
    public WorkerIdLease extend(WorkerIdLease lease, long ceilingMillis, String token) {
        if (state == null) {
            restore(lease);
        }
        WorkerIdLease before = requireHeld(lease);
        WorkerIdLease extended = lease.upTo(Math.max(ceilingMillis, before.ceilingMillis()), token);
        write(requireState(lease), extended);
        return extended;
    }

    /** Takes the file up again for a lease that it carries. */
    private void restore(WorkerIdLease lease) {
        MarkRecord found = peek();
        if (found == null
                || !found.isOf(identity)
                || found.mark().workerId() != lease.workerId()
                || !found.mark().token().equals(lease.token())) {
            throw lost(lease);
        }
        open(found.layout(), lease.workerId());
        held = lease.upTo(found.mark().ceilingMillis(), lease.token());
    }

    private @Nullable MarkRecord peek() {
        try {
            return MarkFileContent.peek(place.directory()).found();
        } catch (UncheckedIOException ex) {
            throw unavailable(ex);
        }
    }

    @Override
    public void release(WorkerIdLease lease, long usedUpToMillis) {
        requireHeld(lease);
        write(requireState(lease), lease.upTo(usedUpToMillis, lease.token()));
        close();
    }

    private WorkerIdLease requireHeld(WorkerIdLease lease) {
        WorkerIdLease present = held;
        if (present == null || !present.token().equals(lease.token())) {
            throw lost(lease);
        }
        return present;
    }

    private LocalState requireState(WorkerIdLease lease) {
        LocalState opened = state;
        if (opened == null) {
            throw lost(lease);
        }
        return opened;
    }

    private WorkerIdException lost(WorkerIdLease lease) {
        return new WorkerIdException.LeaseLost(
                "worker id %s in %s is not held by this lease".formatted(lease.workerId(), place.directory()));
    }

    private void write(LocalState opened, WorkerIdLease lease) {
        long ceiling = lease.ceilingMillis();
        try {
            opened.write(new HighWaterMark(lease.workerId(), lease.token(), ceiling, ceiling));
            held = lease;
        } catch (UncheckedIOException ex) {
            throw unavailable(ex);
        }
    }

    private static WorkerIdException unavailable(UncheckedIOException failure) {
        return new WorkerIdException.RegistryUnavailable(String.valueOf(failure.getMessage()), failure);
    }

    /** The configured worker ids; only of the own one it is known whether and how far it is reserved. */
    @Override
    public List<WorkerIdEntry> list() {
        WorkerIdLease present = held;
        Optional<HighWaterMark> recorded = (present != null)
                ? Optional.of(new HighWaterMark(present.workerId(), present.token(), 0, present.ceilingMillis()))
                : Optional.ofNullable(peek())
                        .filter(found -> found.isOf(identity))
                        .map(MarkRecord::mark);
        List<WorkerIdEntry> entries = new ArrayList<>();
        assignment.workerIdByOwner().forEach((owner, workerId) -> {
            if (recorded.isEmpty() || !owner.equals(identity.toString())) {
                entries.add(new WorkerIdEntry(workerId, owner, null, null, false, false));
            }
        });
        recorded.ifPresent(mark -> entries.add(new WorkerIdEntry(
                mark.workerId(),
                identity.toString(),
                Instant.ofEpochMilli(mark.ceilingMillis()),
                null,
                present != null,
                true)));
        entries.sort(Comparator.comparingInt(WorkerIdEntry::workerId));
        return entries;
    }

    /** None: a file has no clock. */
    @Override
    public List<ClockReading> clockReadings(Duration longestSilence) {
        return List.of();
    }

    @Override
    public void close() {
        LocalState opened = state;
        if (opened != null) {
            opened.close();
        }
        state = null;
        held = null;
    }
}
