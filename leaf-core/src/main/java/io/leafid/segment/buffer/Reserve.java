package io.leafid.segment.buffer;

import io.leafid.segment.step.Demand;

/** A tag's reserve of ids as its allocator sees it. Thread-safe. */
interface Reserve {

    /** The demand at this moment: what is left and what is wanted. */
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

    /** The number that the counter must have reached for those whom that allocation is made for; 0 if they know of none. */
    long least();

    /** Takes what came of the one allocation under way: serves it to those it was made for, or retires if the tag has no row. */
    AllocationOutcome.Effect accept(AllocationOutcome outcome);

    /** The allocation has ended, and another one may begin; called before callers wake. */
    void ended();
}
