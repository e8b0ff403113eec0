package io.leafid.segment;

/** A tag's reserve of ids as its allocator sees it. Thread-safe. */
interface Reserve {

    /** What is left and what is wanted at this moment. */
    Demand demand();

    /**
     * Takes what came of the one allocation under way: appends its segment, or retires if the tag has no row.
     *
     * @return whether callers had used up all segments before this one
     */
    boolean accept(AllocationOutcome outcome);

    /**
     * What a reserve holds and wants. Immutable.
     *
     * @param isDue whether the next segment should be there or on its way
     * @param left ids reserved and not handed out
     * @param issued ids handed out
     * @param awaited ids that callers wait for
     */
    record Demand(boolean isDue, long left, long issued, long awaited) {}
}
