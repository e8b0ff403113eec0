package io.leafid.workerid.jdbc;

import io.leafid.text.DurationText;
import io.leafid.time.TimeSource;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.WorkerIdException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until a former owner can no longer be running, or shows that it is. Immutable.
 *
 * @param table the table
 * @param request what is asked for
 */
record Patience(WorkerIdTable table, LeaseRequest request) {

    private static final Logger logger = LoggerFactory.getLogger(Patience.class);

    private static final Duration PAUSE = Duration.ofMillis(200);

    /** What the clocks of this machine and of the database may differ in speed, and the last look. */
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
        if (busyMillis > request.maxWait().toMillis()) {
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
        long deadline = time.nanoTime() + TimeUnit.MILLISECONDS.toNanos(busyMillis) + SLACK.toNanos();
        Optional<WorkerIdRow> row = Optional.of(first);
        while (row.isPresent() && row.get().nowMillis() < first.nowMillis() + busyMillis) {
            if (time.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
                throw inUse(row.get());
            }
            time.parkNanos(Math.min(PAUSE.toNanos(), TimeUnit.MILLISECONDS.toNanos(busyMillis)));
            row = table.findOwn();
            if (row.filter(present -> present.isWrittenSince(first)).isPresent()) {
                return row.filter(present -> isOver(present));
            }
        }
        return row;
    }

    private boolean isOver(WorkerIdRow written) {
        if (written.busyMillis() > 0) {
            throw inUse(written);
        }
        return true;
    }

    private WorkerIdException inUse(WorkerIdRow row) {
        return new WorkerIdException.IdentityInUse(
                request.identity(),
                ("another process runs as %s: it has worker id %d in table %s and reported %s; stop it, or give this "
                                + "instance another leaf.snowflake.port or leaf.snowflake.host")
                        .formatted(
                                row.owner(),
                                row.id(),
                                table.name(),
                                row.isReportedByFork()
                                        ? "as a node of the fork"
                                        : DurationText.of(Duration.ofMillis(row.nowMillis() - row.seenAt())) + " ago"));
    }
}
