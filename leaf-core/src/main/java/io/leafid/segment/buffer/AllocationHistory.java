package io.leafid.segment.buffer;

import io.leafid.segment.status.AllocationTotals;
import io.leafid.segment.status.LastAllocation;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.segment.step.Demand;
import io.leafid.segment.step.Spread;
import io.leafid.segment.step.StepPolicy;
import io.leafid.time.BackOff;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The history of a tag's allocations, from which the next one follows. Immutable; each allocation makes a new history.
 *
 * @param step the step of the last segment; 0 before the first
 * @param ends where what was allocated ends
 * @param timing when and for how long the last segment was allocated
 * @param surge whether callers had to wait for that one although a segment had been there before
 * @param failures what has failed since
 * @param last the last allocation, for the operator; {@code null} before the first
 * @param totals all allocations so far
 * @param segments how many of them brought a segment
 */
record AllocationHistory(
        long step,
        Ends ends,
        Timing timing,
        boolean surge,
        Failures failures,
        @Nullable LastAllocation last,
        AllocationTotals totals,
        long segments) {

    static final AllocationHistory NONE =
            new AllocationHistory(0, new Ends(0, 0), Timing.NONE, false, Failures.NONE, null, AllocationTotals.NONE, 0);

    /** Allocations that take the row's own step, because nothing is known yet about how long a segment lasts. */
    private static final int UNMEASURED = 2;

    /** The history before the first allocation of a run, when earlier ones have handed out all below {@code end}. */
    static AllocationHistory noted(long end, boolean wasRewound) {
        return (end == 0) ? NONE : NONE.with(end, wasRewound);
    }

    /** The history after a stop: what failed because of it is forgotten, and what was allocated and not handed out too. */
    AllocationHistory resumed(long newHighestEnd) {
        return with(newHighestEnd, failures.rewound);
    }

    private AllocationHistory with(long newHighestEnd, boolean wasRewound) {
        Failures forgotten = Failures.NONE.rewound(wasRewound);
        Ends ended = new Ends(newHighestEnd, newHighestEnd);
        return new AllocationHistory(step, ended, timing, false, forgotten, last, totals, segments);
    }

    /** The history after the end of the last range was taken back, or all of it. Others may have the row take back what is below, too. */
    AllocationHistory takenBack(long first, boolean isAll) {
        Ends left = new Ends(isAll ? ends.former : first, ends.former);
        return new AllocationHistory(step, left, timing, surge, failures, last, totals, segments);
    }

    /** End, exclusive, of the highest range allocated, or of what an earlier run has noted; 0 if there is none. */
    long highestEnd() {
        return ends.highest;
    }

    long allocations() {
        return totals.successes();
    }

    /** The allocations so far, for the operator. */
    SegmentTagStatus.Allocations status() {
        return new SegmentTagStatus.Allocations(totals, last, failures.inARow, failures.since);
    }

    boolean hasFailed() {
        return failures.inARow > 0;
    }

    /** The step of an allocation that begins now. */
    long nextStep(StepPolicy policy, StepPolicy.Bounds bounds, long nowNanos) {
        long lifetime = nowNanos - timing.startedNanos;
        if (surge) {
            return policy.afterSurge(step, lifetime, timing.tookNanos, bounds);
        }
        return (segments < UNMEASURED) ? bounds.floor() : policy.next(step, lifetime, bounds);
    }

    /**
     * The number of ids that an allocation of such a step takes. Where the step grows, the amount is drawn: nodes that began together
     * would otherwise begin each segment together for ever. Where it cannot grow, one allocation takes less, for the same
     * reason.
     */
    long nextAmount(long nextStep, Spread spread, StepPolicy.Bounds bounds) {
        long ceiling = bounds.clamp(bounds.ceiling());
        boolean neverGrows = segments == UNMEASURED && nextStep == ceiling;
        if (surge || segments < UNMEASURED || (nextStep <= step && !neverGrows)) {
            return nextStep;
        }
        return Math.max(neverGrows ? 1 : bounds.floor(), spread.amount(nextStep, ceiling));
    }

    /** Nanoseconds until the next allocation may begin, by whether ids are left; 0 or less means now. */
    long nanosToRetry(long nowNanos, boolean reserve) {
        return hasFailed() ? (reserve ? failures.retry.reserveNanos : failures.retry.dryNanos) - nowNanos : 0;
    }

    /** When the next allocation may begin if the one that ends now has failed. */
    Retry nextRetry(BackOff backOff, Demand demand, long nowNanos) {
        int inARow = failures.inARow + 1;
        long dry = backOff.nanosAfter(inARow);
        long withReserve = backOff.nanosAfter(inARow, nanosLeft(demand.left(), demand.issued(), nowNanos));
        return new Retry(nowNanos + dry, nowNanos + Math.max(dry, withReserve));
    }

    /** The time that so many ids last at the rate since the last segment was asked for; 0 if that is not known. */
    private long nanosLeft(long reserve, long issued, long nowNanos) {
        long used = issued - timing.issuedBefore;
        if (segments == 0 || used <= 0) {
            return 0;
        }
        return (long) ((double) (nowNanos - timing.startedNanos) / used * reserve);
    }

    /** The history after a range was allocated; one that brought no segment tells nothing about the next. */
    AllocationHistory allocated(
            AllocationOutcome.Allocated segment,
            long startedNanos,
            AllocationOutcome.Effect effect,
            LastAllocation fresh) {
        Ends more = new Ends(segment.range().end(), ends.highest);
        if (effect == AllocationOutcome.Effect.NO_SEGMENT) {
            return new AllocationHistory(step, more, timing, surge, Failures.NONE, fresh, totals.plus(fresh), segments);
        }
        return new AllocationHistory(
                segment.step(),
                more,
                new Timing(startedNanos, fresh.tookNanos(), segment.issuedBefore()),
                effect == AllocationOutcome.Effect.LATE_SEGMENT
                        && segments > 0, // the first segment is always waited for
                Failures.NONE,
                fresh,
                totals.plus(fresh),
                segments + 1);
    }

    /** The history after an allocation that brought nothing that can be served; the same if a caller alone is refused. */
    AllocationHistory failed(AllocationOutcome outcome, Retry retry, LastAllocation fresh) {
        if (outcome.isOfCallerAlone()) {
            return this;
        }
        Failures more = new Failures(
                failures.inARow + 1,
                retry,
                outcome.failure(),
                (failures.since == null) ? fresh.at() : failures.since,
                failures.rewound || outcome.isOfRewoundRow());
        return new AllocationHistory(step, ends, timing, surge, more, fresh, totals.plus(fresh), segments);
    }

    /**
     * Ends, exclusive, of what was allocated. Immutable.
     *
     * @param highest of all of it
     * @param former of what was allocated before the last range
     */
    record Ends(long highest, long former) {}

    /**
     * When and for how long a segment was allocated. Immutable.
     *
     * @param startedNanos when that began
     * @param tookNanos how long it took
     * @param issuedBefore ids that the tag had handed out when it began
     */
    record Timing(long startedNanos, long tookNanos, long issuedBefore) {

        static final Timing NONE = new Timing(0, 0, 0);
    }

    /**
     * The failures since the last segment. Immutable.
     *
     * @param inARow how many there are
     * @param retry when the next allocation may begin; counts only after a failure
     * @param last why the last one failed; {@code null} if there is none
     * @param since when the first of them was noticed; {@code null} if there is none
     * @param rewound whether one was refused because the row had been rewound
     */
    record Failures(
            int inARow,
            Retry retry,
            @Nullable Throwable last,
            @Nullable Instant since,
            boolean rewound) {

        static final Failures NONE = new Failures(0, Retry.NONE, null, null, false);

        private Failures rewound(boolean wasRewound) {
            return wasRewound ? new Failures(inARow, retry, last, since, true) : this;
        }
    }

    /**
     * When the next allocation may begin after a failure. Immutable.
     *
     * @param dryNanos the time if callers wait for it, since no id is left
     * @param reserveNanos the time as long as ids are left
     */
    record Retry(long dryNanos, long reserveNanos) {

        static final Retry NONE = new Retry(0, 0);
    }
}
