package io.leafid.segment;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a tag's allocations so far tell about the next one. Immutable; each allocation makes a new history.
 *
 * @param allocations how many were granted
 * @param step the step of the last one; 0 before the first
 * @param highestEnd end, exclusive, of the highest range granted, or of what an earlier run has noted; 0 if there is none
 * @param timing when and for how long the last granted one was made
 * @param surge whether callers had to wait for that one although a segment had been there before
 * @param failuresInARow failures since the last granted one
 * @param retry when the next attempt may begin; counts only after a failure
 * @param failure why the last attempt failed; {@code null} after a granted one
 * @param rewound whether the last attempt was refused because the row had been set back
 * @param lastLoad the last attempt, for the operator; {@code null} before the first
 * @param failingSince when the first of the failures in a row was noticed; {@code null} if there are none
 * @param loads all attempts so far
 */
record AllocationHistory(
        int allocations,
        long step,
        long highestEnd,
        Timing timing,
        boolean surge,
        int failuresInARow,
        Retry retry,
        @Nullable Throwable failure,
        boolean rewound,
        @Nullable LastAllocation lastLoad,
        @Nullable Instant failingSince,
        AllocationTotals loads) {

    static final AllocationHistory NONE = new AllocationHistory(
            0, 0, 0, Timing.NONE, false, 0, Retry.NONE, null, false, null, null, AllocationTotals.NONE);

    /** Allocations that take the row's own step, because nothing is known yet about how long a segment lasts. */
    private static final int UNMEASURED = 2;

    /** The history before the first allocation of a run, when earlier ones have handed out all below {@code end}. */
    static AllocationHistory noted(long end, boolean wasRewound) {
        return (end == 0) ? NONE : NONE.with(end, wasRewound);
    }

    /** The history after a stop: what failed because of it is forgotten, and so is what was granted and not handed out. */
    AllocationHistory resumed(long newHighestEnd) {
        return with(newHighestEnd, rewound);
    }

    private AllocationHistory with(long newHighestEnd, boolean wasRewound) {
        return new AllocationHistory(
                allocations,
                step,
                newHighestEnd,
                timing,
                false,
                0,
                Retry.NONE,
                null,
                wasRewound,
                lastLoad,
                null,
                loads);
    }

    /** The step of an allocation that begins now. */
    long nextStep(StepPolicy policy, StepPolicy.Bounds bounds, long nowNanos) {
        long lifetime = nowNanos - timing.startedNanos;
        if (surge) {
            return policy.afterSurge(step, lifetime, timing.tookNanos, bounds);
        }
        return (allocations < UNMEASURED) ? bounds.floor() : policy.next(step, lifetime, bounds);
    }

    /**
     * How many ids an allocation of such a step takes. Where the step grows, the amount is drawn: nodes that began together would
     * otherwise begin each segment together for ever. Where it cannot grow, one allocation takes less, for the same reason.
     */
    long nextAmount(long nextStep, Spread spread, StepPolicy.Bounds bounds) {
        long ceiling = bounds.clamp(bounds.ceiling());
        boolean neverGrows = allocations == UNMEASURED && nextStep == ceiling;
        if (surge || allocations < UNMEASURED || (nextStep <= step && !neverGrows)) {
            return nextStep;
        }
        return Math.max(neverGrows ? 1 : bounds.floor(), spread.amount(nextStep, ceiling));
    }

    /** Nanoseconds until the next attempt may begin, by whether ids are left; 0 or less means now. */
    long nanosToRetry(long nowNanos, boolean reserve) {
        return (failuresInARow == 0) ? 0 : (reserve ? retry.reserveNanos : retry.dryNanos) - nowNanos;
    }

    /** How long so many ids last at the rate since the last granted allocation began; 0 if that is not known. */
    long nanosLeft(long reserve, long issued, long nowNanos) {
        long used = issued - timing.issuedBefore;
        if (allocations == 0 || used <= 0) {
            return 0;
        }
        return (long) ((double) (nowNanos - timing.startedNanos) / used * reserve);
    }

    /** The history after a granted allocation. */
    AllocationHistory granted(AllocatedSegment grant, long newStep, Timing newTiming, boolean ranDry, Instant at) {
        LastAllocation load = new LastAllocation(at, newTiming.tookNanos, LastAllocation.Outcome.SUCCESS, null);
        boolean newSurge = ranDry && allocations > 0; // the first allocation is always waited for
        return new AllocationHistory(
                allocations + 1,
                newStep,
                grant.end(),
                newTiming,
                newSurge,
                0,
                Retry.NONE,
                null,
                false,
                load,
                null,
                loads.plus(load));
    }

    /** The history after an attempt that brought nothing that can be served. */
    AllocationHistory failed(Throwable cause, boolean wasRewound, Retry newRetry, LastAllocation load) {
        return new AllocationHistory(
                allocations,
                step,
                highestEnd,
                timing,
                surge,
                failuresInARow + 1,
                newRetry,
                cause,
                wasRewound,
                load,
                (failingSince == null) ? load.at() : failingSince,
                loads.plus(load));
    }

    /**
     * When and for how long an allocation was made. Immutable.
     *
     * @param startedNanos when it began
     * @param tookNanos how long it took
     * @param issuedBefore ids that the tag had handed out when it began
     */
    record Timing(long startedNanos, long tookNanos, long issuedBefore) {

        static final Timing NONE = new Timing(0, 0, 0);
    }

    /**
     * When the next attempt may begin after a failure. Immutable.
     *
     * @param dryNanos the time if callers wait for it, since no id is left
     * @param reserveNanos the time as long as ids are left
     */
    record Retry(long dryNanos, long reserveNanos) {

        static final Retry NONE = new Retry(0, 0);
    }
}
