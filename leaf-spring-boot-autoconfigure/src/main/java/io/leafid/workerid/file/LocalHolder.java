package io.leafid.workerid.file;

import io.leafid.SnowflakeLayout;
import io.leafid.workerid.ClaimRequest;
import io.leafid.workerid.ClockReading;
import io.leafid.workerid.Mark;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdClaim;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Worker ids by configuration, with a file in the state directory as the only registry. Of its methods, {@link #list()}
 * may be called by any thread.
 *
 * <p>The ceiling is written to the file ahead of the ids, so that a keeper needs no local mark beside this holder. That two
 * machines are not given the same worker id is up to the configuration; two processes on one directory are told apart.
 *
 * <pre>
 * Invariants
 *   - `file` is locked by this process from acquire() to release() or close().
 *   - `held` is the claim whose token the file carries, or would carry had the last write not failed; its ceiling is
 *     durable.
 * </pre>
 */
public final class LocalHolder implements WorkerIdHolder {

    private final Path directory;
    private final NodeIdentity identity;
    private final WorkerIdAssignment assignment;
    private @Nullable MarkFile file;
    private volatile @Nullable WorkerIdClaim held;

    /**
     * Creates the holder; touches no file yet.
     *
     * @param directory the state directory, one per instance
     * @param identity who this instance is
     * @param assignment the configuration
     */
    public LocalHolder(Path directory, NodeIdentity identity, WorkerIdAssignment assignment) {
        this.directory = directory;
        this.identity = identity;
        this.assignment = assignment;
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
    public WorkerIdClaim acquire(ClaimRequest request) {
        int workerId = assignment.workerIdOf(identity, request.workerIds());
        MarkFile opened = open(request.layout());
        try {
            long floor = floor(opened, workerId, request);
            if (!request.acceptsFloor(floor)) {
                throw new WorkerIdException.ClockBehindMark(
                        workerId, request.time().now(), Instant.ofEpochMilli(floor));
            }
            WorkerIdClaim claim = request.claim(workerId, floor);
            write(opened, claim);
            return claim;
        } catch (RuntimeException ex) {
            close();
            throw ex;
        }
    }

    private MarkFile open(SnowflakeLayout layout) {
        MarkFile present = file;
        if (present != null) {
            return present;
        }
        try {
            MarkFile opened = MarkFile.open(directory, identity, layout, registry());
            file = opened;
            return opened;
        } catch (UncheckedIOException ex) {
            throw unavailable(ex);
        }
    }

    private long floor(MarkFile opened, int workerId, ClaimRequest request) {
        try {
            return new NotedFloor(opened, identity, assignment.source(), workerId, request).millis();
        } catch (UncheckedIOException ex) {
            throw unavailable(ex);
        }
    }

    @Override
    public WorkerIdClaim extend(WorkerIdClaim claim, long ceilingMillis, String token) {
        if (file == null) {
            restore(claim);
        }
        WorkerIdClaim before = requireHeld(claim);
        WorkerIdClaim extended = claim.upTo(Math.max(ceilingMillis, before.ceilingMillis()), token);
        write(requireFile(claim), extended);
        return extended;
    }

    /** Takes the file up again for a claim that it carries. */
    private void restore(WorkerIdClaim claim) {
        MarkRecord found = peek();
        if (found == null
                || !found.isOf(identity)
                || found.mark().workerId() != claim.workerId()
                || !found.mark().token().equals(claim.token())) {
            throw lost(claim);
        }
        open(found.layout());
        held = claim.upTo(found.mark().ceilingMillis(), claim.token());
    }

    private @Nullable MarkRecord peek() {
        try {
            return MarkFile.peek(directory).found();
        } catch (UncheckedIOException ex) {
            throw unavailable(ex);
        }
    }

    @Override
    public void release(WorkerIdClaim claim, long usedUpToMillis) {
        requireHeld(claim);
        write(requireFile(claim), claim.upTo(usedUpToMillis, claim.token()));
        close();
    }

    private WorkerIdClaim requireHeld(WorkerIdClaim claim) {
        WorkerIdClaim present = held;
        if (present == null || !present.token().equals(claim.token())) {
            throw lost(claim);
        }
        return present;
    }

    private MarkFile requireFile(WorkerIdClaim claim) {
        MarkFile opened = file;
        if (opened == null) {
            throw lost(claim);
        }
        return opened;
    }

    private WorkerIdException lost(WorkerIdClaim claim) {
        return new WorkerIdException.LeaseLost(
                "worker id %d in %s is not held by this claim".formatted(claim.workerId(), directory));
    }

    private void write(MarkFile opened, WorkerIdClaim claim) {
        long ceiling = claim.ceilingMillis();
        try {
            opened.write(new Mark(claim.workerId(), claim.token(), ceiling, ceiling));
            held = claim;
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
        WorkerIdClaim present = held;
        Optional<Mark> noted = (present != null)
                ? Optional.of(new Mark(present.workerId(), present.token(), 0, present.ceilingMillis()))
                : Optional.ofNullable(peek())
                        .filter(found -> found.isOf(identity))
                        .map(MarkRecord::mark);
        List<WorkerIdEntry> entries = new ArrayList<>();
        assignment.workerIdByOwner().forEach((owner, workerId) -> {
            if (noted.isEmpty() || !owner.equals(identity.toString())) {
                entries.add(new WorkerIdEntry(workerId, owner, null, null, false, false));
            }
        });
        noted.ifPresent(mark -> entries.add(new WorkerIdEntry(
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
    public List<ClockReading> clockReadings() {
        return List.of();
    }

    @Override
    public void close() {
        MarkFile opened = file;
        if (opened != null) {
            opened.close();
        }
        file = null;
        held = null;
    }
}
