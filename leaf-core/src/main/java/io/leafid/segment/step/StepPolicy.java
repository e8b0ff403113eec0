package io.leafid.segment.step;

/**
 * Chooses how many ids the next allocation of a tag takes. Pure: the same inputs give the same step.
 *
 * <p>The rule is the original Leaf's: a segment that lasted less than the target (15 minutes) doubles the step, one that
 * lasted up to twice the target keeps it, one that lasted longer halves it. Added to it: the step reaches the maximum
 * instead of stalling below it, follows a row that is changed by hand, and after a surge grows at once to what the
 * measured rate needs.
 *
 * @param targetNanos how long a segment should last, in nanoseconds
 */
public record StepPolicy(long targetNanos) {

    /** After a surge, a segment should outlast this many allocations, so that one is always ready in time. */
    private static final long ALLOCATIONS_PER_SEGMENT = 10;

    /** The step after a segment of {@code step} ids that lasted {@code lifetimeNanos}. */
    public long next(long step, long lifetimeNanos, Bounds bounds) {
        return bounds.clamp(unclamped(step, lifetimeNanos));
    }

    private long unclamped(long step, long lifetimeNanos) {
        if (lifetimeNanos < targetNanos) {
            return step * 2;
        }
        if (lifetimeNanos < 2 * targetNanos) {
            return step;
        }
        return step / 2;
    }

    /**
     * The step after a segment that was used up before the next one had arrived.
     *
     * @param step ids of the segment that ran dry
     * @param lifetimeNanos how long it lasted; the measured rate is the quotient
     * @param loadNanos how long the allocation took that came too late
     */
    public long afterSurge(long step, long lifetimeNanos, long loadNanos, Bounds bounds) {
        double needed = (double) step / Math.max(1, lifetimeNanos) * loadNanos * ALLOCATIONS_PER_SEGMENT;
        double bounded = Math.min(needed, (double) step * ALLOCATIONS_PER_SEGMENT);
        return Math.max(next(step, lifetimeNanos, bounds), bounds.clamp((long) bounded));
    }

    /**
     * The bounds of a step.
     *
     * @param floor the row's step
     * @param ceiling the configured maximum; a row that asks for more than that gets what it asks for
     */
    public record Bounds(long floor, long ceiling) {

        /** The nearest step within them. */
        public long clamp(long step) {
            return Math.max(floor, Math.min(step, ceiling));
        }
    }
}
