package io.leafid.segment;

/**
 * How many attempts to buy a segment there were, and how long they took altogether, by what came of them. Immutable.
 *
 * @param successes attempts that brought a range
 * @param successNanos how long those took, in nanoseconds
 * @param failures attempts that the store failed
 * @param failureNanos how long those took, in nanoseconds
 * @param refusals attempts whose answer could not be served
 * @param refusalNanos how long those took, in nanoseconds
 */
public record LoadTotals(
        long successes, long successNanos, long failures, long failureNanos, long refusals, long refusalNanos) {

    static final LoadTotals NONE = new LoadTotals(0, 0, 0, 0, 0, 0);

    /** How many attempts ended so. */
    public long count(LastLoad.Outcome outcome) {
        return switch (outcome) {
            case SUCCESS -> successes;
            case FAILURE -> failures;
            case REFUSED -> refusals;
        };
    }

    /** How long the attempts that ended so took altogether, in nanoseconds. */
    public long nanos(LastLoad.Outcome outcome) {
        return switch (outcome) {
            case SUCCESS -> successNanos;
            case FAILURE -> failureNanos;
            case REFUSED -> refusalNanos;
        };
    }

    LoadTotals plus(LastLoad load) {
        long nanos = load.tookNanos();
        return switch (load.outcome()) {
            case SUCCESS -> plus(new LoadTotals(1, nanos, 0, 0, 0, 0));
            case FAILURE -> plus(new LoadTotals(0, 0, 1, nanos, 0, 0));
            case REFUSED -> plus(new LoadTotals(0, 0, 0, 0, 1, nanos));
        };
    }

    LoadTotals plus(LoadTotals other) {
        return new LoadTotals(
                successes + other.successes,
                successNanos + other.successNanos,
                failures + other.failures,
                failureNanos + other.failureNanos,
                refusals + other.refusals,
                refusalNanos + other.refusalNanos);
    }
}
