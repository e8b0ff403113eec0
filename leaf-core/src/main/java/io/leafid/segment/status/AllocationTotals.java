package io.leafid.segment.status;

/**
 * The number of allocations, and the time they took altogether, by outcome. Immutable.
 *
 * @param successes allocations that brought a segment
 * @param successNanos how long those took, in nanoseconds
 * @param failures allocations that the store failed
 * @param failureNanos how long those took, in nanoseconds
 * @param refusals allocations whose answer could not be served
 * @param refusalNanos how long those took, in nanoseconds
 * @param limits allocations that the store refused for the moment
 * @param limitNanos how long those took, in nanoseconds
 */
public record AllocationTotals(
        long successes,
        long successNanos,
        long failures,
        long failureNanos,
        long refusals,
        long refusalNanos,
        long limits,
        long limitNanos) {

    /** None so far. */
    public static final AllocationTotals NONE = new AllocationTotals(0, 0, 0, 0, 0, 0, 0, 0);

    /** The number of allocations that ended so. */
    public long count(LastAllocation.Outcome outcome) {
        return switch (outcome) {
            case SUCCESS -> successes;
            case FAILURE -> failures;
            case REFUSED -> refusals;
            case LIMITED -> limits;
        };
    }

    /** The time that the allocations that ended so took altogether, in nanoseconds. */
    public long nanos(LastAllocation.Outcome outcome) {
        return switch (outcome) {
            case SUCCESS -> successNanos;
            case FAILURE -> failureNanos;
            case REFUSED -> refusalNanos;
            case LIMITED -> limitNanos;
        };
    }

    /** These and one more. */
    public AllocationTotals plus(LastAllocation load) {
        long nanos = load.tookNanos();
        return switch (load.outcome()) {
            case SUCCESS -> plus(new AllocationTotals(1, nanos, 0, 0, 0, 0, 0, 0));
            case FAILURE -> plus(new AllocationTotals(0, 0, 1, nanos, 0, 0, 0, 0));
            case REFUSED -> plus(new AllocationTotals(0, 0, 0, 0, 1, nanos, 0, 0));
            case LIMITED -> plus(new AllocationTotals(0, 0, 0, 0, 0, 0, 1, nanos));
        };
    }

    public AllocationTotals plus(AllocationTotals other) {
        return new AllocationTotals(
                successes + other.successes,
                successNanos + other.successNanos,
                failures + other.failures,
                failureNanos + other.failureNanos,
                refusals + other.refusals,
                refusalNanos + other.refusalNanos,
                limits + other.limits,
                limitNanos + other.limitNanos);
    }
}
