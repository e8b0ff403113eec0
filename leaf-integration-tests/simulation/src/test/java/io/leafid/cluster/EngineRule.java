package io.leafid.cluster;

import java.util.EnumSet;
import java.util.Set;

/** Rules that the engines keep by themselves, each with the change of one line that breaks it. */
enum EngineRule {
    A_RUN_HAS_A_WORD_OF_ITS_OWN("a call of one run finds its word open in the next"),
    A_RANGE_BEGINS_ABOVE_THE_FORMER("a range below what the process holds is served"),
    A_PLACE_IS_CLAIMED_BY_ONE("a place is read by one step and claimed by the next"),
    A_RETIREMENT_CLAIMS_WHAT_IS_LEFT("what is given back is not claimed before"),
    WHAT_IS_GIVEN_BACK_IS_IN_ONE_PIECE("what others hold between two ranges is given back too"),
    THE_SWITCH_COMPARES("the switch to the next segment does not compare"),
    NOTES_OF_EARLIER_RUNS_COUNT("notes of earlier runs are not asked"),
    A_CALLER_WAITS_UNTIL_ITS_DEADLINE("a caller waits beyond its deadline"),
    GLOBAL_ORDER_RESERVES_NOTHING_AHEAD("ids of a tag whose order is global are reserved ahead"),
    WHAT_IS_SOLD_IS_CUT_OFF("what is sold is served to callers too"),
    WHAT_IS_SOLD_IS_REMEMBERED("what was sold is forgotten with a stop and a start"),
    WHAT_A_BUYER_HOLDS_IS_DEMANDED("a buyer is granted ids below those that it holds"),
    A_NAMESPACE_HAS_ONE_MODE("the mode of a namespace is not compared"),
    A_MARK_GOES_ON_WITHOUT_THE_REGISTRY("a mark is not moved on while the registry is unavailable"),
    NOTES_OF_SEVERAL_DATABASES_COUNT("notes of earlier runs on several databases are not asked"),
    A_TAG_MAY_BE_WHERE_NO_ANSWER_CAME_FROM("a tag is called unknown though a database that is away may have it"),
    A_TEXT_HAS_THE_DATE_OF_ITS_ROW("a text has the date of one period and the counter of another");

    private final String words;

    EngineRule(String words) {
        this.words = words;
    }

    /** What breaks it. */
    ChangedEngine.Change change() {
        return switch (this) {
            case A_RUN_HAS_A_WORD_OF_ITS_OWN ->
                ChangedEngine.Change.call("snowflake/SnowflakeIdGenerator", "start", "next", "reopened");
            case A_RANGE_BEGINS_ABOVE_THE_FORMER ->
                ChangedEngine.Change.call("segment/buffer/AllocationHistory", "allocated", "end", "nothing");
            case A_PLACE_IS_CLAIMED_BY_ONE ->
                ChangedEngine.Change.call("segment/buffer/Segment", "claim", "getAndAdd", "getAndAdd");
            case A_RETIREMENT_CLAIMS_WHAT_IS_LEFT ->
                ChangedEngine.Change.call("segment/buffer/Segment", "claimRest", "getAndAdd", "get");
            case WHAT_IS_GIVEN_BACK_IS_IN_ONE_PIECE ->
                ChangedEngine.Change.condition("segment/buffer/SegmentChain", "lastContiguous", 1, 0);
            case THE_SWITCH_COMPARES ->
                ChangedEngine.Change.call("segment/buffer/SegmentChain", "advanceFrom", "compareAndSet", "set");
            case NOTES_OF_EARLIER_RUNS_COUNT, NOTES_OF_SEVERAL_DATABASES_COUNT ->
                ChangedEngine.Change.condition("segment/notes/TagNotes", "endOf", 0, 0);
            case A_CALLER_WAITS_UNTIL_ITS_DEADLINE ->
                ChangedEngine.Change.call("time/Deadline", "await", "nanosLeft", "aMinute");
            case GLOBAL_ORDER_RESERVES_NOTHING_AHEAD ->
                ChangedEngine.Change.condition("segment/TagRegistry", "add", 1, 0);
            case A_NAMESPACE_HAS_ONE_MODE ->
                ChangedEngine.Change.condition("workerid/NamespaceRecord", "requireSame", 1, 1);
            case A_MARK_GOES_ON_WITHOUT_THE_REGISTRY ->
                ChangedEngine.Change.condition("lease/MarkWriter", "isAlone", 0, 0);
            case WHAT_IS_SOLD_IS_CUT_OFF ->
                ChangedEngine.Change.condition("segment/buffer/SegmentBuffer", "serve", 3, 0);
            case WHAT_IS_SOLD_IS_REMEMBERED ->
                ChangedEngine.Change.call("segment/buffer/SegmentBuffer", "serve", "remember", "forget");
            case WHAT_A_BUYER_HOLDS_IS_DEMANDED ->
                ChangedEngine.Change.condition("segment/buffer/GroupAwaiter", "take", 2, 1);
            case A_TAG_MAY_BE_WHERE_NO_ANSWER_CAME_FROM ->
                ChangedEngine.Change.condition("segment/interleaved/InterleavedSegmentStore", "find", 1, 0);
            case A_TEXT_HAS_THE_DATE_OF_ITS_ROW ->
                ChangedEngine.Change.call("textid/TagTexts", "turn", "of", "rowOfAnEvenDay");
        };
    }

    /** What it guards against, more often than among everything. */
    Set<Fault> faults() {
        return switch (this) {
            case A_RUN_HAS_A_WORD_OF_ITS_OWN -> EnumSet.of(Fault.STOP_AND_START, Fault.SECOND_PROCESS_WITHOUT_A_FILE);
            case A_RANGE_BEGINS_ABOVE_THE_FORMER, WHAT_A_BUYER_HOLDS_IS_DEMANDED ->
                EnumSet.of(Fault.FAIL_OVER, Fault.RECORD_REWOUND, Fault.ORIGINAL_NODE);
            case A_PLACE_IS_CLAIMED_BY_ONE, GLOBAL_ORDER_RESERVES_NOTHING_AHEAD -> EnumSet.of(Fault.SLOW, Fault.PAUSE);
            case A_NAMESPACE_HAS_ONE_MODE -> EnumSet.of(Fault.WRONG_SETTING);
            case A_MARK_GOES_ON_WITHOUT_THE_REGISTRY -> Scope.OF_LASTING_FAULTS.faults();
            case WHAT_IS_SOLD_IS_CUT_OFF -> EnumSet.of(Fault.SLOW);
            case WHAT_IS_SOLD_IS_REMEMBERED ->
                EnumSet.of(Fault.RECORD_REWOUND, Fault.RECORDS_EMPTIED, Fault.STOP_AND_START);
            case A_RETIREMENT_CLAIMS_WHAT_IS_LEFT, WHAT_IS_GIVEN_BACK_IS_IN_ONE_PIECE ->
                EnumSet.of(Fault.STOP, Fault.STOP_AND_START, Fault.ORIGINAL_NODE);
            case THE_SWITCH_COMPARES -> EnumSet.of(Fault.STOP, Fault.STOP_AND_START, Fault.TAG_WITHDRAWN);
            case NOTES_OF_EARLIER_RUNS_COUNT, NOTES_OF_SEVERAL_DATABASES_COUNT ->
                EnumSet.of(Fault.FAIL_OVER, Fault.RECORD_REWOUND, Fault.CRASH, Fault.STOP);
            case A_CALLER_WAITS_UNTIL_ITS_DEADLINE -> EnumSet.of(Fault.REGISTRY_DOWN, Fault.CUT, Fault.SLOW);
            case A_TEXT_HAS_THE_DATE_OF_ITS_ROW -> EnumSet.of(Fault.CLOCK_STEP);
            case A_TAG_MAY_BE_WHERE_NO_ANSWER_CAME_FROM ->
                EnumSet.of(Fault.REGISTRY_DOWN, Fault.CUT, Fault.RECORD_DELETED, Fault.CRASH, Fault.STOP);
        };
    }

    /** The modes that it is kept in. */
    Set<Plan.Mode> modes() {
        return switch (this) {
            case A_RUN_HAS_A_WORD_OF_ITS_OWN -> EnumSet.of(Plan.Mode.ZK_RECYCLE, Plan.Mode.JDBC_RECYCLE);
            case A_NAMESPACE_HAS_ONE_MODE, A_MARK_GOES_ON_WITHOUT_THE_REGISTRY ->
                EnumSet.of(Plan.Mode.ZK_NORMAL, Plan.Mode.MYSQL);
            default -> EnumSet.of(Plan.Mode.SEGMENT);
        };
    }

    /** Whether segments hold one id, so that they change often, and more happens at once. */
    boolean isNarrow() {
        return this == THE_SWITCH_COMPARES || this == A_RUN_HAS_A_WORD_OF_ITS_OWN;
    }

    /** Whether several databases grant ids by turns. */
    boolean isInterleaved() {
        return this == NOTES_OF_SEVERAL_DATABASES_COUNT || this == A_TAG_MAY_BE_WHERE_NO_ANSWER_CAME_FROM;
    }

    /** What is wrong then. */
    @Override
    public String toString() {
        return words;
    }
}
