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
 * Buys the segments of one tag, one at a time, and remembers what that tells about the next. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - At most one purchase is in flight; `inFlight` is set by compare-and-set and cleared by whoever settles it, on
 *     every path, even if memory or the stack runs out on it.
 *   - `history` is written only by whoever settled the purchase in flight, before `inFlight` is cleared.
 *   - `hanging` counts abandoned purchases whose call has not come back; at MAX_HANGING no other call is made.
 *   - A segment is published before `inFlight` is cleared, so a thread that wins `inFlight` sees it and buys none.
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

    /** Takes over a step that was changed by hand; the next purchase honours it. */
    void configure(long newStep) {
        configuredStep = newStep;
    }

    /** Whether a purchase is under way or waits for its time. */
    boolean isBuying() {
        return inFlight != null;
    }

    /** How long the purchase in flight has lasted; 0 or less if there is none or it has not begun. */
    long buyingNanos(long nowNanos) {
        Allocation purchase = inFlight;
        return (purchase == null) ? 0 : nowNanos - purchase.dueNanos();
    }

    /**
     * Sees to it that a purchase is in flight if one is wanted and may begin within the time given. Never blocks.
     *
     * @param patienceNanos how long the back-off may still last
     * @return the purchase in flight, or {@code null} if none is wanted or the back-off lasts longer
     */
    @Nullable Allocation buy(long patienceNanos) {
        Allocation running = inFlight;
        return (running != null) ? running : start(patienceNanos);
    }

    /** Nanoseconds until the next attempt may begin; 0 or less means now. */
    long nanosToRetry(long nowNanos) {
        return history.nanosToRetry(nowNanos, buffer.hasReserve());
    }

    /** Apart from {@link #buy}, which every id past the threshold passes, so that the compiler can inline that. */
    private @Nullable Allocation start(long patienceNanos) {
        long now = engine.time().nanoTime();
        long nanosToRetry = nanosToRetry(now);
        if (nanosToRetry > patienceNanos) {
            return null;
        }
        Allocation purchase = new Allocation(now + Math.max(0, nanosToRetry));
        if (!IN_FLIGHT.compareAndSet(this, null, purchase)) {
            return inFlight;
        }
        try {
            return beginIfWanted(purchase, now) ? purchase : null;
        } catch (RuntimeException | Error ex) { // no thread, no memory or no stack to be had
            fail(purchase, ex, LastAllocation.Outcome.FAILURE);
            return purchase;
        }
    }

    private boolean beginIfWanted(Allocation purchase, long nowNanos) {
        long delayNanos = purchase.dueNanos() - nowNanos;
        if (!buffer.wantsSegment() || nanosToRetry(nowNanos) > delayNanos) {
            finish(purchase); // another purchase ended, well or badly, between the first look and the slot being won
            return false;
        }
        if (delayNanos > 0) {
            engine.scheduler().after(Duration.ofNanos(delayNanos), () -> submit(purchase));
        } else {
            submit(purchase);
        }
        return true;
    }

    private void submit(Allocation purchase) {
        try {
            purchase.startedAt(engine.time().nanoTime());
            engine.threads().loader().execute(() -> load(purchase));
        } catch (RuntimeException | Error ex) { // rejected, or no thread to be had
            fail(purchase, ex, LastAllocation.Outcome.FAILURE);
        }
    }

    private void abandon(Allocation purchase, Duration limit) {
        if (purchase.abandon()) {
            hanging.incrementAndGet();
            String reason = "the store has not answered within " + DurationText.of(limit);
            settledFail(purchase, new TimeoutException(reason), LastAllocation.Outcome.FAILURE, false);
        }
    }

    /** Ends the purchase in flight because the buffer is closed; what it may still bring is burnt. */
    void cancel(IdGenerationException reason) {
        Allocation purchase = inFlight;
        if (purchase != null) {
            fail(purchase, reason, LastAllocation.Outcome.REFUSED);
        }
    }

    /** Begins anew after a stop, when no purchase is in flight: a range may begin at {@code highestEnd}. */
    void resume(long highestEnd) {
        history = history.resumed(highestEnd);
    }

    private void load(Allocation purchase) {
        if (purchase.isSettled()) {
            return; // cancelled while it was queued
        }
        try {
            if (hanging.get() >= MAX_HANGING) {
                throw new IllegalStateException(MAX_HANGING + " earlier attempts still hang in the store");
            }
            purchaseNow(purchase);
        } catch (IdGenerationException ex) {
            if (refuse(purchase, ex)) {
                engine.health().succeeded();
            }
        } catch (RuntimeException ex) {
            fail(purchase, ex, LastAllocation.Outcome.FAILURE);
            engine.health().learned(ex); // it may be late, and tell more than the time-out did
        } catch (Error ex) {
            fail(purchase, ex, LastAllocation.Outcome.FAILURE);
            throw ex;
        } finally {
            if (purchase.isAbandoned()) {
                hanging.decrementAndGet();
            }
        }
    }

    private void purchaseNow(Allocation purchase) {
        SegmentSettings settings = engine.settings();
        Duration limit = settings.loadTimeout();
        purchase.timesOutWith(engine.scheduler().after(limit, () -> abandon(purchase, limit)));
        Rewinds.requireNone(engine.store(), buffer.tag(), history, buffer.notedIn());
        var bounds = settings.boundsFor(buffer.tag(), configuredStep);
        long step = history.nextStep(engine.stepPolicy(), bounds, purchase.startedNanos());
        long drawn = history.nextAmount(step, engine.spread(), bounds);
        long amount = Math.max(drawn, Math.min(buffer.waits().wantedIds(), bounds.ceiling()));
        long issued = buffer.issued();
        AllocatedSegment grant = engine.store().allocate(buffer.tag(), amount);
        if (!purchase.settle()) {
            logger.warn("tag '{}': {} came after the time-out and is burnt", PrintableText.of(buffer.tag()), grant);
            return;
        }
        try {
            accept(purchase, grant, amount, step, issued);
        } finally {
            finish(purchase); // even if memory runs out on the way
        }
        engine.health().succeeded(); // last, since a listener may take its time
    }

    private boolean refuse(Allocation purchase, IdGenerationException reason) {
        if (!purchase.settle()) {
            return false;
        }
        if (reason instanceof UnknownTagException) {
            buffer.retire();
        }
        settledFail(purchase, reason, LastAllocation.Outcome.REFUSED, false);
        return true;
    }

    private void accept(Allocation purchase, AllocatedSegment grant, long amount, long step, long issued) {
        AllocationHistory before = history;
        if (grant.first() < before.highestEnd()) {
            refuseRewound(purchase, grant, before);
        } else if (grant.size() != amount) {
            String reason = "asked for %d ids, the store returned %s".formatted(amount, grant);
            settledFail(purchase, new IllegalStateException(reason), LastAllocation.Outcome.REFUSED, false);
        } else {
            serve(purchase, grant, step, issued);
        }
    }

    private void serve(Allocation purchase, AllocatedSegment grant, long step, long issued) {
        if (grant.configuredStep() >= 1 && grant.configuredStep() <= TagRow.MAX_STEP) {
            configuredStep = grant.configuredStep();
        }
        double prefetchAt = engine.spread().prefetchAt(engine.settings().prefetchAt());
        boolean ranDry = buffer.append(grant, prefetchAt);
        TimeSource time = engine.time();
        long took = time.nanoTime() - purchase.startedNanos();
        var timing = new AllocationHistory.Timing(purchase.startedNanos(), took, issued);
        history = history.granted(grant, step, timing, ranDry, time.now());
    }

    private void refuseRewound(Allocation purchase, AllocatedSegment grant, AllocationHistory before) {
        SegmentUnavailableException reason = Rewinds.refusal(buffer.tag(), grant.first(), before, buffer.notedIn());
        logger.error("tag '{}': {}", PrintableText.of(buffer.tag()), reason.getMessage());
        settledFail(purchase, reason, LastAllocation.Outcome.REFUSED, true);
        engine.health()
                .announce(new LeafEvent.SegmentRefused(
                        engine.time().now(), buffer.tag(), grant.first(), grant.end(), before.highestEnd()));
    }

    private void fail(Allocation purchase, Throwable cause, LastAllocation.Outcome outcome) {
        if (purchase.settle()) {
            settledFail(purchase, cause, outcome, false);
        }
    }

    private void settledFail(Allocation purchase, Throwable cause, LastAllocation.Outcome outcome, boolean rewound) {
        try {
            history = afterFailure(purchase, cause, outcome, rewound);
        } finally {
            finish(purchase);
        }
        if (outcome == LastAllocation.Outcome.FAILURE) {
            engine.health().failed(cause);
        }
        logger.debug("tag '{}': attempt {} failed", buffer.tag(), history.failuresInARow(), cause);
    }

    private AllocationHistory afterFailure(
            Allocation purchase, Throwable cause, LastAllocation.Outcome outcome, boolean rewound) {
        AllocationHistory before = history;
        long now = engine.time().nanoTime();
        int failures = before.failuresInARow() + 1;
        long dry = engine.backOff().nanosAfter(failures);
        long reserve = engine.backOff().nanosAfter(failures, before.nanosLeft(buffer.reserve(), buffer.issued(), now));
        var retry = new AllocationHistory.Retry(now + dry, now + Math.max(dry, reserve));
        LastAllocation load = new LastAllocation(
                engine.time().now(), now - purchase.startedNanos(), outcome, StoreHealth.rootMessage(cause));
        return before.failed(cause, before.rewound() || rewound, retry, load);
    }

    /** Frees the slot, then wakes those who wait: in this order, or a woken caller would join the dead purchase. */
    private void finish(Allocation purchase) {
        IN_FLIGHT.compareAndSet(this, purchase, null); // if it fails, the slot is free or another's already
        purchase.end();
    }
}
