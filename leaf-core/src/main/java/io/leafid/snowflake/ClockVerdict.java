package io.leafid.snowflake;

/** Verdict of the clock policy: what the clock allows for the next id. */
enum ClockVerdict {
    /** The clock has reached the id's millisecond. */
    PROCEED,
    /** All ids of the clock's millisecond are taken: the next one has to come. */
    NEXT_MILLISECOND,
    /** Another thread has read the clock later: it has to be read again. */
    READ_AGAIN,
    /** The clock has stepped back by so little that callers wait until it has caught up. */
    STEP_TOLERATED,
    /** The clock has stepped back, and the id may be ahead of it. */
    BORROW,
    /** The clock has stepped back, and ids are as far ahead of it as they may be: its next millisecond has to come. */
    LEAD_USED_UP,
    /** The clock has stepped back by more than is waited for or borrowed. */
    STEP_TOO_LARGE;

    /** Returns whether the clock was found behind what is used already. */
    boolean isStepBack() {
        return this == STEP_TOLERATED || this == BORROW || this == LEAD_USED_UP || this == STEP_TOO_LARGE;
    }
}
