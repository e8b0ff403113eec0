package io.leafid.workerid.jdbc;

import io.leafid.text.DurationText;
import io.leafid.time.TimeSource;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.OwnerLivenessProbe;
import io.leafid.workerid.WorkerIdException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * View of the owner of a row: by its reports, each of which is an UPDATE. Immutable.
 *
 * @param table the table
 * @param request what is asked for
 */
record RowOwnerWatch(WorkerIdTable table, LeaseRequest request) implements OwnerLivenessProbe.Registry<WorkerIdRow> {

    private static final Logger logger = LoggerFactory.getLogger(RowOwnerWatch.class);

    private static final Duration PAUSE = Duration.ofMillis(200);

    /** The difference in speed that the clocks of this machine and of the database may have, and the last look. */
    private static final Duration SLACK = Duration.ofSeconds(1);

    /**
     * Waits for as long as the owner of the row must be taken for running.
     *
     * @return the row when that is over; empty if it is gone
     * @throws WorkerIdException.IdentityInUse if the owner writes to it meanwhile, or would have to be waited for too long
     */
    Optional<WorkerIdRow> awaitEnd(WorkerIdRow first) {
        long busyMillis = first.busyMillis();
        if (busyMillis <= 0) {
            return Optional.of(first);
        }
        request.noteOwner((int) first.id(), first.token());
        if (busyMillis > request.period().maxWait().toMillis()) {
            throw inUse(first);
        }
        logger.info(
                "worker id {} of {} was not given back; watching for {} ms whether its process still runs",
                first.id(),
                first.owner(),
                busyMillis);
        return watch(first, busyMillis);
    }

    private Optional<WorkerIdRow> watch(WorkerIdRow first, long busyMillis) {
        TimeSource time = request.time();
        OwnerLivenessProbe<WorkerIdRow> probe = new OwnerLivenessProbe<>(
                this, time, Duration.ofMillis(busyMillis).plus(SLACK));
        Optional<WorkerIdRow> row = Optional.of(first);
        while (row.isPresent()
                && row.get().liveness().nowMillis() < first.liveness().nowMillis() + busyMillis) {
            probe.await(row.get());
            row = table.findById(first.id()).filter(found -> found.key().equals(first.key()));
            if (row.isPresent() && probe.hasReported(row.get())) {
                request.noteOwner((int) first.id(), ""); // of the own former run nothing comes any more
                return ended(row.get());
            }
        }
        return row;
    }

    /** The last report of an owner may have been that it stops. */
    private Optional<WorkerIdRow> ended(WorkerIdRow written) {
        if (written.busyMillis() > 0) {
            throw inUse(written);
        }
        return Optional.of(written);
    }

    @Override
    public boolean isLater(WorkerIdRow before, WorkerIdRow now) {
        return now.isWrittenSince(before);
    }

    @Override
    public void awaitReport(WorkerIdRow seen, Duration atMost) {
        if (Thread.currentThread().isInterrupted()) {
            throw inUse(seen);
        }
        request.time().parkNanos(Math.min(PAUSE.toNanos(), atMost.toNanos()));
    }

    @Override
    public WorkerIdException inUse(WorkerIdRow row) {
        return new WorkerIdException.IdentityInUse(
                request.identity(),
                ("another process runs as %s: it has worker id %s in table %s and reported %s; stop it, or give this "
                                + "instance another port or host")
                        .formatted(
                                row.owner(),
                                row.id(),
                                table.name(),
                                row.isReportedByFork()
                                        ? "as a node of the fork"
                                        : DurationText.of(row.liveness().silence()) + " ago"));
    }
}
