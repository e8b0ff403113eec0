package io.leafid.segment;

import io.leafid.IdGenerationException;
import io.leafid.LeafEvent;
import io.leafid.PrintableText;
import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import io.leafid.text.DurationText;
import io.leafid.time.TimeSource;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Allocates the segments of one tag, one at a time, and remembers what that tells about the next. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - At most one allocation is in flight; `inFlight` is set by compare-and-set and cleared by whoever settles it, on
 *     every path, even if memory or the stack runs out on it.
 *   - `history` is written only by whoever settled the allocation in flight, before `inFlight` is cleared.
 *   - `hanging` counts abandoned allocations whose call has not come back; at MAX_HANGING no other call is made.
 *   - A segment is published before `inFlight` is cleared, so a thread that wins `inFlight` sees it and allocates none.
 *   - A range is served only if it starts at or above the end of every range granted before.
 * Locks: none. The store is called on the loader's threads only.
 * </pre>
 */
final class SegmentAllocator {

    private static final Logger logger = LoggerFactory.getLogger(SegmentAllocator.class);

    private static final VarHandle IN_FLIGHT;

    static {
        try {
            IN_FLIGHT = MethodHandles.lookup().findVarHandle(SegmentAllocator.class, "inFlight", Allocation.class);
        } catch (ReflectiveOperationException ex) {
            throw new ExceptionInInitializerError(ex);
        }
    }

    /** A tag may lose so many of the loader's threads to a store that hangs; more would starve the other tags. */
    private static final int MAX_HANGING = 2;

    private final SegmentContext engine;
    private final SegmentBuffer buffer;
    private final AtomicInteger hanging = new AtomicInteger();
    private volatile long configuredStep;
    private volatile AllocationHistory history;
    private volatile @Nullable Allocation inFlight;

    SegmentAllocator(SegmentContext engine, SegmentBuffer buffer, long configuredStep, AllocationHistory history) {
        this.engine = engine;
        this.buffer = buffer;
        this.configuredStep = configuredStep;
        this.history = history;
    }

    AllocationHistory history() {
        return history;
    }

    long configuredStep() {
        return configuredStep;
    }

    /** Takes over a step that was changed by hand; the next allocation honours it. */
    void configure(long newStep) {
        configuredStep = newStep;
    }

    /** Whether an allocation is under way or waits for its time. */
    boolean isRunning() {
        return inFlight != null;
    }

    /** How long the allocation in flight has lasted; 0 or less if there is none or it has not begun. */
    long runningNanos(long nowNanos) {
        Allocation allocation = inFlight;
        return (allocation == null) ? 0 : nowNanos - allocation.dueNanos();
    }

    /**
     * Sees to it that an allocation is in flight if one is wanted and may begin within the time given. Never blocks.
     *
     * @param patienceNanos how long the back-off may still last
     * @return the allocation in flight, or {@code null} if none is wanted or the back-off lasts longer
     */
    @Nullable Allocation ensureStarted(long patienceNanos) {
        Allocation running = inFlight;
        return (running != null) ? running : start(patienceNanos);
    }

    /** Nanoseconds until the next attempt may begin; 0 or less means now. */
    long nanosToRetry(long nowNanos) {
        return history.nanosToRetry(nowNanos, buffer.hasReserve());
    }

    /** Apart from {@link #ensureStarted}, which every id past the threshold passes, so that the compiler can inline that. */
    private @Nullable Allocation start(long patienceNanos) {
        long now = engine.time().nanoTime();
        long nanosToRetry = nanosToRetry(now);
        if (nanosToRetry > patienceNanos) {
            return null;
        }
        Allocation allocation = new Allocation(now + Math.max(0, nanosToRetry));
        if (!IN_FLIGHT.compareAndSet(this, null, allocation)) {
            return inFlight;
        }
        try {
            return beginIfWanted(allocation, now) ? allocation : null;
        } catch (RuntimeException | Error ex) { // no thread, no memory or no stack to be had
            fail(allocation, ex, LastAllocation.Outcome.FAILURE);
            return allocation;
        }
    }

    private boolean beginIfWanted(Allocation allocation, long nowNanos) {
        long delayNanos = allocation.dueNanos() - nowNanos;
        if (!buffer.wantsSegment() || nanosToRetry(nowNanos) > delayNanos) {
            finish(allocation); // another allocation ended, well or badly, between the first look and the slot being
            // won
            return false;
        }
        if (delayNanos > 0) {
            engine.scheduler().after(Duration.ofNanos(delayNanos), () -> submit(allocation));
        } else {
            submit(allocation);
        }
        return true;
    }

    private void submit(Allocation allocation) {
        try {
            allocation.startedAt(engine.time().nanoTime());
            engine.threads().loader().execute(() -> load(allocation));
        } catch (RuntimeException | Error ex) { // rejected, or no thread to be had
            fail(allocation, ex, LastAllocation.Outcome.FAILURE);
        }
    }

    private void abandon(Allocation allocation, Duration limit) {
        if (allocation.abandon()) {
            hanging.incrementAndGet();
            String reason = "the store has not answered within " + DurationText.of(limit);
            settledFail(allocation, new TimeoutException(reason), LastAllocation.Outcome.FAILURE, false);
        }
    }

    /** Ends the allocation in flight because the buffer is closed; what it may still bring is burnt. */
    void cancel(IdGenerationException reason) {
        Allocation allocation = inFlight;
        if (allocation != null) {
            fail(allocation, reason, LastAllocation.Outcome.REFUSED);
        }
    }

    /** Begins anew after a stop, when no allocation is in flight: a range may begin at {@code highestEnd}. */
    void resume(long highestEnd) {
        history = history.resumed(highestEnd);
    }

    private void load(Allocation allocation) {
        if (allocation.isSettled()) {
            return; // cancelled while it was queued
        }
        try {
            if (hanging.get() >= MAX_HANGING) {
                throw new IllegalStateException(MAX_HANGING + " earlier attempts still hang in the store");
            }
            allocateNow(allocation);
        } catch (IdGenerationException ex) {
            if (refuse(allocation, ex)) {
                engine.health().succeeded();
            }
        } catch (RuntimeException ex) {
            fail(allocation, ex, LastAllocation.Outcome.FAILURE);
            engine.health().learned(ex); // it may be late, and tell more than the time-out did
        } catch (Error ex) {
            fail(allocation, ex, LastAllocation.Outcome.FAILURE);
            throw ex;
        } finally {
            if (allocation.isAbandoned()) {
                hanging.decrementAndGet();
            }
        }
    }

    private void allocateNow(Allocation allocation) {
        SegmentSettings settings = engine.settings();
        Duration limit = settings.loadTimeout();
        allocation.timesOutWith(engine.scheduler().after(limit, () -> abandon(allocation, limit)));
        Rewinds.requireNone(engine.store(), buffer.tag(), history, buffer.notedIn());
        var bounds = settings.boundsFor(buffer.tag(), configuredStep);
        long step = history.nextStep(engine.stepPolicy(), bounds, allocation.startedNanos());
        long drawn = history.nextAmount(step, engine.spread(), bounds);
        long amount = Math.max(drawn, Math.min(buffer.waits().wantedIds(), bounds.ceiling()));
        long issued = buffer.issued();
        AllocatedSegment grant = engine.store().allocate(buffer.tag(), amount);
        if (!allocation.settle()) {
            logger.warn("tag '{}': {} came after the time-out and is burnt", PrintableText.of(buffer.tag()), grant);
            return;
        }
        try {
            accept(allocation, grant, amount, step, issued);
        } finally {
            finish(allocation); // even if memory runs out on the way
        }
        engine.health().succeeded(); // last, since a listener may take its time
    }

    private boolean refuse(Allocation allocation, IdGenerationException reason) {
        if (!allocation.settle()) {
            return false;
        }
        if (reason instanceof UnknownTagException) {
            buffer.retire();
        }
        settledFail(allocation, reason, LastAllocation.Outcome.REFUSED, false);
        return true;
    }

    private void accept(Allocation allocation, AllocatedSegment grant, long amount, long step, long issued) {
        AllocationHistory before = history;
        if (grant.first() < before.highestEnd()) {
            refuseRewound(allocation, grant, before);
        } else if (grant.size() != amount) {
            String reason = "asked for %d ids, the store returned %s".formatted(amount, grant);
            settledFail(allocation, new IllegalStateException(reason), LastAllocation.Outcome.REFUSED, false);
        } else {
            serve(allocation, grant, step, issued);
        }
    }

    private void serve(Allocation allocation, AllocatedSegment grant, long step, long issued) {
        if (grant.configuredStep() >= 1 && grant.configuredStep() <= TagRow.MAX_STEP) {
            configuredStep = grant.configuredStep();
        }
        double prefetchAt = engine.spread().prefetchAt(engine.settings().prefetchAt());
        boolean ranDry = buffer.append(grant, prefetchAt);
        TimeSource time = engine.time();
        long took = time.nanoTime() - allocation.startedNanos();
        var timing = new AllocationHistory.Timing(allocation.startedNanos(), took, issued);
        history = history.granted(grant, step, timing, ranDry, time.now());
    }

    private void refuseRewound(Allocation allocation, AllocatedSegment grant, AllocationHistory before) {
        SegmentUnavailableException reason = Rewinds.refusal(buffer.tag(), grant.first(), before, buffer.notedIn());
        logger.error("tag '{}': {}", PrintableText.of(buffer.tag()), reason.getMessage());
        settledFail(allocation, reason, LastAllocation.Outcome.REFUSED, true);
        engine.health()
                .announce(new LeafEvent.SegmentRefused(
                        engine.time().now(), buffer.tag(), grant.first(), grant.end(), before.highestEnd()));
    }

    private void fail(Allocation allocation, Throwable cause, LastAllocation.Outcome outcome) {
        if (allocation.settle()) {
            settledFail(allocation, cause, outcome, false);
        }
    }

    private void settledFail(Allocation allocation, Throwable cause, LastAllocation.Outcome outcome, boolean rewound) {
        try {
            history = afterFailure(allocation, cause, outcome, rewound);
        } finally {
            finish(allocation);
        }
        if (outcome == LastAllocation.Outcome.FAILURE) {
            engine.health().failed(cause);
        }
        logger.debug("tag '{}': attempt {} failed", buffer.tag(), history.failuresInARow(), cause);
    }

    private AllocationHistory afterFailure(
            Allocation allocation, Throwable cause, LastAllocation.Outcome outcome, boolean rewound) {
        AllocationHistory before = history;
        long now = engine.time().nanoTime();
        int failures = before.failuresInARow() + 1;
        long dry = engine.backOff().nanosAfter(failures);
        long reserve = engine.backOff().nanosAfter(failures, before.nanosLeft(buffer.reserve(), buffer.issued(), now));
        var retry = new AllocationHistory.Retry(now + dry, now + Math.max(dry, reserve));
        LastAllocation load = new LastAllocation(
                engine.time().now(), now - allocation.startedNanos(), outcome, StoreHealth.rootMessage(cause));
        return before.failed(cause, before.rewound() || rewound, retry, load);
    }

    /** Frees the slot, then wakes those who wait: in this order, or a woken caller would join the dead allocation. */
    private void finish(Allocation allocation) {
        IN_FLIGHT.compareAndSet(this, allocation, null); // if it fails, the slot is free or another's already
        allocation.end();
    }
}
