package io.leafid.segment.buffer;

import io.leafid.IdGenerationException;
import io.leafid.PrintableText;
import io.leafid.segment.buffer.AllocationOutcome.Allocated;
import io.leafid.segment.buffer.AllocationOutcome.Failed;
import io.leafid.segment.buffer.AllocationOutcome.Refused;
import io.leafid.segment.status.LastAllocation;
import io.leafid.segment.step.StepPolicy;
import io.leafid.segment.store.TagRow;
import io.leafid.text.DurationText;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Allocates the segments of one tag, one at a time, and remembers what that tells about the next. Thread-safe.
 *
 * <p>One way, on two threads: a caller's thread takes the slot and hands the call over; one of the store's asks and applies the outcome.
 *
 * <pre>
 * Invariants
 *   - At most one allocation is under way; `inFlight` is set by compare-and-set and cleared by the thread that finishes the call, on every path.
 *   - `history` is written only by the thread that finished the call under way, before `inFlight` is cleared.
 *   - `hanging` counts timed-out calls that have not come back; at MAX_HANGING no other call is made.
 *   - A segment is published before `inFlight` is cleared, so a thread that wins `inFlight` sees it and allocates none.
 *   - A range is served only if it starts at or above the end of every range allocated before, and above what the columns hold.
 * Locks: none.
 * </pre>
 */
final class SegmentAllocator {

    private static final Logger logger = LoggerFactory.getLogger(SegmentAllocator.class);
    private static final VarHandle IN_FLIGHT;

    static {
        try {
            IN_FLIGHT = MethodHandles.lookup().findVarHandle(SegmentAllocator.class, "inFlight", StoreCall.class);
        } catch (ReflectiveOperationException ex) {
            throw new ExceptionInInitializerError(ex);
        }
    }

    /** A tag may lose so many threads to a store that hangs; more would starve the other tags. */
    private static final int MAX_HANGING = 2;

    private final SegmentContext context;
    private final RewindGuard guard;
    private final String tag;
    private final Reserve reserve;
    private final AtomicInteger hanging = new AtomicInteger();
    private volatile long configuredStep;
    private volatile AllocationHistory history;
    private volatile @Nullable StoreCall<AllocationOutcome> inFlight;

    SegmentAllocator(SegmentContext context, TagRow row, Reserve reserve, AllocationHistory history) {
        this.context = context;
        this.guard = new RewindGuard(context.store(), context.time(), context.health(), context.notedIn());
        this.tag = row.tag();
        this.reserve = reserve;
        this.configuredStep = row.step();
        this.history = history;
    }

    AllocationHistory history() {
        return history;
    }

    void reportSetBack(TagRow row) {
        guard.report(row, history);
    }

    long configuredStep() {
        return configuredStep;
    }

    /** Takes over a step that was changed by hand; the next allocation honours it. */
    void configure(long newStep) {
        if (newStep >= 1 && newStep <= TagRow.MAX_STEP) {
            configuredStep = newStep;
        }
    }

    boolean isRunning() {
        return inFlight != null;
    }

    /** The time that the allocation under way has lasted; 0 or less if there is none or it has not begun. */
    long runningNanos(long nowNanos) {
        StoreCall<AllocationOutcome> call = inFlight;
        return (call == null) ? 0 : nowNanos - call.dueNanos();
    }

    /** Starts an allocation and returns the one under way; {@code null} if none is due or the back-off outlasts the patience. Never blocks. */
    @Nullable StoreCall<AllocationOutcome> ensureStarted(long patienceNanos) {
        StoreCall<AllocationOutcome> running = inFlight;
        return (running != null) ? running : start(patienceNanos);
    }

    /** Nanoseconds until the next allocation may begin; 0 or less means now. */
    long nanosToRetry(long nowNanos) {
        return history.nanosToRetry(nowNanos, reserve.demand().isPatient());
    }

    /** Apart from {@link #ensureStarted}, which every id past the threshold passes, so that the compiler can inline that. */
    private @Nullable StoreCall<AllocationOutcome> start(long patienceNanos) {
        long now = context.time().nanoTime();
        long nanosToRetry = nanosToRetry(now);
        if (nanosToRetry > patienceNanos) {
            return null;
        }
        StoreCall<AllocationOutcome> call = new StoreCall<>(now + Math.max(0, nanosToRetry), this::freeSlot);
        if (!IN_FLIGHT.compareAndSet(this, null, call)) {
            return inFlight;
        }
        return handOverIfDue(call, now) ? call : null;
    }

    private boolean handOverIfDue(StoreCall<AllocationOutcome> call, long nowNanos) {
        long delayNanos = call.dueNanos() - nowNanos;
        if (!reserve.demand().isDue() || nanosToRetry(nowNanos) > delayNanos) {
            finishWithoutOutcome(call); // another one ended between the first look and the slot being won
            return false;
        }
        if (delayNanos > 0) {
            context.scheduler().after(Duration.ofNanos(delayNanos), () -> handOver(call));
        } else {
            handOver(call);
        }
        return true;
    }

    private void handOver(StoreCall<AllocationOutcome> call) {
        try {
            call.startedAt(context.time().nanoTime());
            context.threads().current().storeCalls().execute(() -> run(call));
        } catch (RuntimeException | Error ex) { // the run has ended, or no thread can be had
            finish(call, new Failed(ex));
        }
    }

    private void run(StoreCall<AllocationOutcome> call) {
        if (call.isFinished()) {
            return; // cancelled while it was queued
        }
        try {
            AllocationOutcome outcome = ask(call);
            if (outcome == null) {
                finishWithoutOutcome(call);
            } else if (!finish(call, outcome)) {
                tellOfNoUse(call, outcome);
            }
        } catch (IdGenerationException ex) {
            finish(call, Refused.byStore(ex));
        } catch (RuntimeException | Error ex) { // a driver may lack a class
            finish(call, new Failed(ex));
            context.health().learned(ex); // it may be late, and tell more than the time-out did
        } finally {
            if (call.hasTimedOut()) {
                hanging.decrementAndGet();
            }
        }
    }

    private void tellOfNoUse(StoreCall<AllocationOutcome> call, AllocationOutcome outcome) {
        if (call.hasTimedOut()) {
            logger.warn("tag '{}': {}", PrintableText.of(tag), outcome.ofNoUse());
        } else { // a stop
            logger.debug("tag '{}': {}", PrintableText.of(tag), outcome.ofNoUse());
        }
    }

    /** Asks the store; {@code null} if nothing is needed any more. */
    private @Nullable AllocationOutcome ask(StoreCall<AllocationOutcome> call) {
        if (hanging.get() >= MAX_HANGING) {
            throw new RejectedExecutionException(MAX_HANGING + " earlier allocations still hang in the store");
        }
        AllocationSettings settings = context.settings();
        call.timesOutWith(context.scheduler().after(settings.loadTimeout(), () -> timeOut(call)));
        StepPolicy.Bounds bounds = settings.boundsOf(tag, configuredStep, context.store());
        long step = history.nextStep(new StepPolicy(settings.targetDuration().toNanos()), bounds, call.startedNanos());
        long drawn = history.nextAmount(step, context.spread(), bounds);
        long issued = reserve.demand().issued();
        long amount = reserve.begin(call, drawn, bounds.ceiling());
        if (amount == 0) {
            return null;
        }
        double due = context.spread().prefetchAt(settings.prefetchAt());
        return guard.allocate(tag, amount, reserve.least(), history, range -> new Allocated(range, step, due, issued));
    }

    private void timeOut(StoreCall<AllocationOutcome> call) {
        if (call.tryTimeOut()) {
            hanging.incrementAndGet();
            String limit = DurationText.of(context.settings().loadTimeout());
            apply(call, new Failed(new TimeoutException("the store has not answered within " + limit)));
        }
    }

    /** Ends the one under way; it has been applied when this returns: its range and its history are none of the next run. */
    void cancel(IdGenerationException reason) {
        StoreCall<AllocationOutcome> call = inFlight;
        if (call != null) {
            finish(call, Refused.byEngine(reason));
            call.awaitCompletion(context.time());
        }
    }

    /** Begins anew after a stop, when none is under way: a range may begin at {@code highestEnd}. */
    void resume(long highestEnd) {
        history = history.resumed(highestEnd);
    }

    /** Forgets the end of the last range, unless something was allocated since or is being allocated. */
    boolean takeBack(long first, long end, CallerGroups groups) {
        StoreCall<AllocationOutcome> call = new StoreCall<>(context.time().nanoTime(), this::freeSlot);
        call.tryFinish(); // before others see it, so that no outcome takes effect meanwhile
        if (!IN_FLIGHT.compareAndSet(this, null, call)) {
            return false;
        }
        try {
            boolean isLast = history.highestEnd() == end && groups.takeBack(first, end);
            history = isLast ? history.takenBack(first, groups.grantedEnd() < first) : history;
            return isLast;
        } finally {
            call.complete(null);
        }
    }

    /** Applies an outcome unless the call has another one already; returns whether it had none. */
    private boolean finish(StoreCall<AllocationOutcome> call, AllocationOutcome outcome) {
        if (!call.tryFinish()) {
            return false;
        }
        apply(call, outcome);
        return true;
    }

    /** Frees the slot of a call that is not needed. */
    private void finishWithoutOutcome(StoreCall<AllocationOutcome> call) {
        if (call.tryFinish()) {
            call.complete(null);
        }
    }

    /** The one place where an outcome takes effect; called by the thread that has finished the call. */
    private void apply(StoreCall<AllocationOutcome> call, AllocationOutcome outcome) {
        history = after(outcome, call.startedNanos(), reserve.accept(outcome));
        call.complete(outcome);
        Throwable failure = outcome.failure();
        if (failure != null) {
            logger.debug("tag '{}': an allocation has failed", tag, failure);
        }
        context.health().note(outcome, call.startedNanos());
    }

    private AllocationHistory after(AllocationOutcome outcome, long startedNanos, AllocationOutcome.Effect effect) {
        long now = context.time().nanoTime();
        LastAllocation last = outcome.last(context.time().now(), now - startedNanos);
        Allocated segment = outcome.segment();
        if (segment == null) {
            return history.failed(outcome, history.nextRetry(context.backOff(), reserve.demand(), now), last);
        }
        configure(segment.range().configuredStep());
        return history.allocated(segment, startedNanos, effect, last);
    }

    /** Frees the slot of a call that ends, before callers wake: a woken caller must not join the call that has ended. */
    private void freeSlot(StoreCall<AllocationOutcome> call) {
        IN_FLIGHT.compareAndSet(this, call, null);
        reserve.ended();
    }
}
