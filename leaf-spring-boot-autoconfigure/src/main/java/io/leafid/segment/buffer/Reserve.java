package io.leafid.segment.buffer;

/** A tag's reserve of ids as its allocator sees it. Thread-safe. */
interface Reserve {

    /** What is left and what is wanted at this moment. */
    Demand demand();

    /**
     * Fixes how many ids the allocation takes that asks the store now. Callers that come later wait for another one, if ids
     * must be allocated after their call began.
     *
     * @param call the one allocation under way
     * @param drawn what the tag's rate and step suggest
     * @param ceiling the most that callers who wait may raise it to
     * @return how many ids; 0 if none are needed any more
     */
    long begin(StoreCall<?> call, long drawn, long ceiling);

    /**
     * Takes what came of the one allocation under way: appends its segment, or retires if the tag has no row.
     *
     * @return whether callers had used up all segments before this one
     */
    boolean accept(AllocationOutcome outcome);

    /** The allocation has ended, and another one may begin; called before callers wake. */
    void ended();

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
