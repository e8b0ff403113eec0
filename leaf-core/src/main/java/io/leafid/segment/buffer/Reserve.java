package io.leafid.segment.buffer;

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

    /** Takes what came of the one allocation under way: serves it to those it was made for, or retires if the tag has no row. */
    Effect accept(AllocationOutcome outcome);

    /** The allocation has ended, and another one may begin; called before callers wake. */
    void ended();

    /** The effect of an allocation. */
    enum Effect {
        /** It brought no segment: nothing at all, or ids for a group of callers only. */
        NO_SEGMENT,
        /** It brought the next segment in time. */
        SEGMENT,
        /** It brought a segment after callers had used up all before it. */
        LATE_SEGMENT
    }

    /**
     * The demand of a reserve: what it holds and wants. Immutable.
     *
     * @param isDue whether the next segment should be there or on its way, or callers wait for an allocation
     * @param left ids reserved and not handed out
     * @param issued ids handed out
     * @param isAwaited whether callers wait for an allocation, whatever is left
     */
    record Demand(boolean isDue, long left, long issued, boolean isAwaited) {

        /** Returns whether what is left lets it wait longer for a store that fails. */
        boolean isPatient() {
            return left > 0 && !isAwaited;
        }
    }
}
