package io.leafid.cluster;

import java.util.EnumSet;
import java.util.Set;

/** Rules that the segment engine keeps by itself, each with the change of one line that breaks it. */
enum EngineRule {
    A_RANGE_BEGINS_ABOVE_THE_FORMER(
            "a range below what the process holds is served",
            ChangedEngine.Change.condition("segment/buffer/RewindGuard", "accepted", 0, 0),
            EnumSet.of(Fault.FAIL_OVER, Fault.RECORD_REWOUND, Fault.ORIGINAL_NODE)),
    A_PLACE_IS_CLAIMED_BY_ONE(
            "a place is read by one step and claimed by the next",
            ChangedEngine.Change.call("segment/buffer/Segment", "claim", "getAndAdd", "getAndAdd"),
            EnumSet.of(Fault.SLOW, Fault.PAUSE)),
    A_RETIREMENT_CLAIMS_WHAT_IS_LEFT(
            "what is given back is not claimed before",
            ChangedEngine.Change.call("segment/buffer/Segment", "claimRest", "getAndAdd", "get"),
            EnumSet.of(Fault.STOP, Fault.STOP_AND_START, Fault.ORIGINAL_NODE)),
    WHAT_IS_GIVEN_BACK_IS_IN_ONE_PIECE(
            "what others hold between two ranges is given back too",
            ChangedEngine.Change.condition("segment/buffer/SegmentReserve", "lastContiguous", 1, 0),
            EnumSet.of(Fault.STOP, Fault.STOP_AND_START, Fault.ORIGINAL_NODE)),
    THE_SWITCH_COMPARES(
            "the switch to the next segment does not compare",
            ChangedEngine.Change.call("segment/buffer/SegmentReserve", "advanceFrom", "compareAndSet", "set"),
            EnumSet.of(Fault.STOP, Fault.STOP_AND_START, Fault.TAG_WITHDRAWN)),
    NOTES_OF_EARLIER_RUNS_COUNT(
            "notes of earlier runs are not asked",
            ChangedEngine.Change.condition("segment/notes/TagNotes", "endOf", 0, 0),
            EnumSet.of(Fault.FAIL_OVER, Fault.RECORD_REWOUND, Fault.CRASH, Fault.STOP)),
    A_CALLER_WAITS_UNTIL_ITS_DEADLINE(
            "a caller waits beyond its deadline",
            ChangedEngine.Change.call("time/Deadline", "await", "nanosLeft", "aMinute"),
            EnumSet.of(Fault.REGISTRY_DOWN, Fault.CUT, Fault.SLOW));

    private final String words;
    private final ChangedEngine.Change change;
    private final Set<Fault> faults;

    EngineRule(String words, ChangedEngine.Change change, Set<Fault> faults) {
        this.words = words;
        this.change = change;
        this.faults = faults;
    }

    ChangedEngine.Change change() {
        return change;
    }

    /** What it guards against, more often than among everything. */
    Set<Fault> faults() {
        return faults;
    }

    /** Whether segments hold one id, so that they change often. */
    boolean isNarrow() {
        return this == THE_SWITCH_COMPARES;
    }

    /** What is wrong then. */
    @Override
    public String toString() {
        return words;
    }
}
