package io.leafid.lease;

import io.leafid.time.TimeSource;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LocalMark;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writer of the local mark, which it moves up ahead of the clock; does nothing without one. Runs on the disk thread, in whose
 * place the starting thread acts before the first report; it alone writes the fields.
 */
final class MarkWriter implements Runnable {

    private static final Logger logger = LoggerFactory.getLogger(MarkWriter.class);

    private final @Nullable LocalMark mark;
    private final LeaseContext context;
    private final LeaseState state;
    private final RegistryHealth health;
    private final UnattendedGate alone;
    private volatile @Nullable String failure;

    MarkWriter(@Nullable LocalMark mark, LeaseContext context, LeaseState state, RegistryHealth health) {
        this.mark = mark;
        this.context = context;
        this.state = state;
        this.health = health;
        this.alone = new UnattendedGate(context.settings().nearReservation());
    }

    /** Moves the mark up, and remembers why it cannot be written. */
    @Override
    public void run() {
        try {
            advance();
        } catch (RuntimeException | Error ex) {
            if (failure == null) {
                Instant end = Instant.ofEpochMilli(state.window().ceilingMillis());
                logger.error("the local mark cannot be written; unless it can soon, ids stop at {}", end, ex);
            }
            failure = "the local mark cannot be written: " + ex.getMessage();
        }
    }

    /** Moves the mark up, or marks that the lease is lost; throws what the disk throws. */
    void advance() {
        long near = context.settings().nearReservation().toMillis();
        long aim = state.aim(
                context.time().currentTimeMillis(), context.settings().lead().toMillis());
        HighWaterMark next = state.nextMark(aim, near, isAlone());
        if (next != null) {
            write(next);
            state.marked(next);
        } else if (state.isLost()) {
            markLoss();
        }
        failure = null;
    }

    /** Marks that the lease of the last mark is lost, unless that is marked already. */
    void markLoss() {
        HighWaterMark last = state.lastMark();
        if (last != null && !last.isOfLostLease()) {
            write(last.ofLostLease());
            state.marked(last.ofLostLease());
        }
    }

    /** Returns whether the mark may go beyond what the registry has confirmed. */
    private boolean isAlone() {
        TimeSource time = context.time();
        return context.survivesRegistryLoss()
                && !health.isAnswering()
                && alone.isOpen(time.currentTimeMillis(), time.nanoTime(), state.markedEnd(), health.silence());
    }

    boolean isPresent() {
        return mark != null;
    }

    /** Returns whether there is a mark and it could be written the last time. */
    boolean isWorking() {
        return mark != null && failure == null;
    }

    /** The failure of the last attempt to write the mark; {@code null} if it could. */
    @Nullable String failure() {
        return failure;
    }

    Optional<FoundMark> read() {
        return (mark == null) ? Optional.empty() : mark.read();
    }

    void write(HighWaterMark next) {
        if (mark != null) {
            mark.write(next);
        }
    }

    void lock() {
        if (mark != null) {
            mark.reopen();
        }
    }

    void unlock() {
        if (mark != null) {
            mark.close();
        }
    }
}
