package io.leafid.segment.step;

/**
 * The demand of a reserve: what it holds and wants. Immutable.
 *
 * @param isDue whether the next segment should be there or on its way, or callers wait for an allocation
 * @param left ids reserved and not handed out
 * @param issued ids handed out
 * @param isAwaited whether callers wait for an allocation, whatever is left
 */
public record Demand(boolean isDue, long left, long issued, boolean isAwaited) {

    /** Returns whether what is left lets it wait longer for a store that fails. */
    public boolean isPatient() {
        return left > 0 && !isAwaited;
    }
}
