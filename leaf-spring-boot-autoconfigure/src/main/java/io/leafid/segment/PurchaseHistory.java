package io.leafid.segment;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a tag's purchases so far tell about the next one. Immutable; each purchase makes a new history.
 *
 * @param purchases how many were granted
 * @param step the step of the last one; 0 before the first
 * @param highestEnd end, exclusive, of the highest range granted; 0 before the first
 * @param startedNanos when the last granted one began
 * @param tookNanos how long that one took
 * @param surge whether callers had to wait for that one although a segment had been there before
 * @param failuresInARow failures since the last granted one
 * @param retryNanos when the next attempt may begin; counts only after a failure
 * @param failure why the last attempt failed; {@code null} after a granted one
 * @param rewound whether the last attempt was refused because the row had been set back
 * @param lastLoad the last attempt, for the operator; {@code null} before the first
 * @param failingSince when the first of the failures in a row was noticed; {@code null} if there are none
 * @param loads all attempts so far
 */
record PurchaseHistory(
        int purchases,
        long step,
        long highestEnd,
        long startedNanos,
        long tookNanos,
        boolean surge,
        int failuresInARow,
        long retryNanos,
        @Nullable Throwable failure,
        boolean rewound,
        @Nullable LastLoad lastLoad,
        @Nullable Instant failingSince,
        LoadTotals loads) {

    static final PurchaseHistory NONE =
            new PurchaseHistory(0, 0, 0, 0, 0, false, 0, 0, null, false, null, null, LoadTotals.NONE);

    /** Purchases that take the row's own step, because nothing is known yet about how long a segment lasts. */
    private static final int UNMEASURED = 2;

    /** The step of a purchase that begins now. */
    long nextStep(StepPolicy policy, StepPolicy.Bounds bounds, long nowNanos) {
        long lifetime = nowNanos - startedNanos;
        if (surge) {
            return policy.afterSurge(step, lifetime, tookNanos, bounds);
        }
        return (purchases < UNMEASURED) ? bounds.floor() : policy.next(step, lifetime, bounds);
    }

    /** Nanoseconds until the next attempt may begin; 0 or less means now. */
    long nanosToRetry(long nowNanos) {
        return (failuresInARow == 0) ? 0 : retryNanos - nowNanos;
    }

    /** The history after a granted purchase. */
    PurchaseHistory granted(SegmentGrant grant, long newStep, long started, long took, boolean ranDry, Instant at) {
        LastLoad load = new LastLoad(at, took, LastLoad.Outcome.SUCCESS, null);
        boolean newSurge = ranDry && purchases > 0; // the first purchase is always waited for
        return new PurchaseHistory(
                purchases + 1,
                newStep,
                grant.end(),
                started,
                took,
                newSurge,
                0,
                0,
                null,
                false,
                load,
                null,
                loads.plus(load));
    }

    /** The history after an attempt that brought nothing that can be served. */
    PurchaseHistory failed(Throwable cause, boolean wasRewound, long newRetryNanos, LastLoad load) {
        return new PurchaseHistory(
                purchases,
                step,
                highestEnd,
                startedNanos,
                tookNanos,
                surge,
                failuresInARow + 1,
                newRetryNanos,
                cause,
                wasRewound,
                load,
                (failingSince == null) ? load.at() : failingSince,
                loads.plus(load));
    }
}
