package io.leafid.segment.interleaved;

import io.leafid.LeafEvent;
import io.leafid.concurrent.Availability;
import io.leafid.concurrent.EventDispatcher;
import io.leafid.text.DurationText;
import io.leafid.time.BackOff;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The health of one database of several: whether it may be asked now. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - A database that failed, or in which an allocation hangs, rests; after that one call at a time tries it, until one is
 *     answered.
 *   - A call that hangs is counted once, by the first that notices it.
 * Locks: none.
 * </pre>
 */
final class MemberHealth {

    /** The first rest after a failure. */
    static final Duration FIRST_REST = Duration.ofSeconds(1);

    /** The longest rest. */
    static final Duration LONGEST_REST = Duration.ofSeconds(30);

    private static final Logger logger = LoggerFactory.getLogger(MemberHealth.class);

    private final String name;
    private final InterleavedSettings settings;
    private final TimeSource time;
    private final BackOff rests;
    private final Availability availability;
    private final Set<Call> allocations = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean trial = new AtomicBoolean();
    private final AtomicInteger failuresInARow = new AtomicInteger();
    private volatile long restsUntilNanos;

    MemberHealth(String name, InterleavedSettings settings) {
        this.name = name;
        this.settings = settings;
        this.time = settings.time();
        this.rests = new BackOff(FIRST_REST, LONGEST_REST, settings.random());
        this.availability = new Availability(time, new Changes());
    }

    Availability.Status status() {
        return availability.status();
    }

    /**
     * Begins a call, if the database may be asked now.
     *
     * @param isAllocation whether it hangs once patience is over; what is read may take longer
     * @param atAnyRate whether a rest does not count, since no other database is left
     * @return the call, or nothing if the database rests, is being tried or is slow
     */
    @Nullable Call begin(boolean isAllocation, boolean atAnyRate) {
        return begin(isAllocation, atAnyRate, false);
    }

    /** Begins an allocation at any rate, beside that of another database; one at a time if this one is slow too, for each may hang. */
    @Nullable Call beginBeside() {
        return begin(true, true, true);
    }

    private @Nullable Call begin(boolean isAllocation, boolean atAnyRate, boolean isBeside) {
        long now = time.nanoTime();
        noticeHanging(now);
        boolean isSlow = isAllocation && isSlow(now);
        if (isSlow && !atAnyRate) {
            return null;
        }
        Call call = new Call(now, hasFailed() || (isSlow && isBeside));
        if (call.isTrial && ((!atAnyRate && now - restsUntilNanos < 0) || !trial.compareAndSet(false, true))) {
            return null;
        }
        if (isAllocation) {
            allocations.add(call);
        }
        return call;
    }

    /** Returns whether it has not answered since its last failure. */
    boolean hasFailed() {
        return failuresInARow.get() > 0;
    }

    /** Returns whether one has taken longer than its head start: the next one would too. */
    private boolean isSlow(long now) {
        return allocations.stream()
                .anyMatch(call -> now - call.begunNanos >= settings.headStart().toNanos());
    }

    private void noticeHanging(long now) {
        for (Call call : List.copyOf(allocations)) {
            if (now - call.begunNanos >= settings.patience().toNanos() && allocations.remove(call)) {
                failed(call, "an allocation has not been answered within " + DurationText.of(settings.patience()));
            }
        }
    }

    void succeeded(Call call) {
        allocations.remove(call);
        failuresInARow.set(0);
        availability.succeeded();
        endTrial(call);
    }

    void failed(Call call, String reason) {
        allocations.remove(call);
        restsUntilNanos = time.nanoTime() + rests.nanosAfter(failuresInARow.get() + 1);
        failuresInARow.incrementAndGet(); // after the rest, so that who sees the failure sees the rest
        if (!availability.failed(reason, call.begunNanos)) {
            availability.explained(reason);
        }
        endTrial(call);
    }

    /** Ends a call that was not made, or of which could not be told what came; does nothing if it has ended. */
    void forget(Call call) {
        allocations.remove(call);
        endTrial(call);
    }

    private void endTrial(Call call) {
        if (call.isTrial && call.ended.compareAndSet(false, true)) {
            trial.set(false);
        }
    }

    /** A call under way. */
    static final class Call {

        private final long begunNanos;
        private final boolean isTrial;
        private final AtomicBoolean ended = new AtomicBoolean();

        private Call(long begunNanos, boolean isTrial) {
            this.begunNanos = begunNanos;
            this.isTrial = isTrial;
        }
    }

    private final class Changes implements Availability.Listener {

        private final Consumer<LeafEvent> events = EventDispatcher.guarded(settings.events());

        @Override
        public void up(Instant at, Duration outage) {
            logger.info("database '{}' answers again, after {}", name, DurationText.of(outage));
            events.accept(new LeafEvent.SegmentDatabaseUp(at, name, outage));
        }

        @Override
        public void down(Instant at, String reason) {
            logger.warn("database '{}' fails, the others go on without it: {}", name, reason);
            events.accept(new LeafEvent.SegmentDatabaseDown(at, name, reason));
        }
    }
}
