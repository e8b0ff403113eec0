package io.leafid.cluster;

/** What may happen to a cluster, how often, and where it cannot happen by what the guarantees say. */
enum Fault {
    CLOCK_STEP(10),
    DRIFT(2),
    PAUSE(5),
    PAUSE_IN_A_CALL(6),
    CRASH(5),
    POWER_LOSS(6),
    STOP(5),
    STOP_AND_START(3),
    NEW_DISK(4, Place.MOVED),
    COPIED_DISK(4, Place.MOVED),
    CLONED_DISK(2, Place.MOVED),
    OLDER_DISK(3, Place.MOVED),
    SECOND_PROCESS_IN_THE_DIRECTORY(2),
    SECOND_PROCESS_ON_A_COPY(4, Place.SHARED),
    SECOND_PROCESS_WITHOUT_A_FILE(3, Place.SHARED),
    SECOND_PROCESS_ON_ANOTHER_PORT(4, Place.CONFIGURED),
    CUT(6, Place.LINE),
    SLOW(2, Place.LINE),
    LOSSY(4, Place.LINE),
    MIXED(4, Place.LINE),
    SESSION_EXPIRES(3, Place.LINE),
    LAGGING_READS(2, Place.LINE),
    REGISTRY_DOWN(3, Place.LINE),
    REGISTRY_CLOCK_STEP(2, Place.LINE),
    FAIL_OVER(1, Place.SHARED),
    DATABASE_CRASH(2, Place.SHARED),
    RECORD_REWOUND(1, Place.SHARED),
    RECORD_DELETED(1, Place.SHARED),
    RECORDS_EMPTIED(1, Place.SHARED),
    CHANGE_OF_MODE(2, Place.LINE),
    WRONG_SETTING(2),
    DISK_FULL(2),
    NO_THREAD(3),
    REJECTED(2),
    STEP_EDITED(2, Place.LINE),
    ORIGINAL_NODE(1, Place.LINE),
    TAG_LIMITED(3, Place.SEGMENTS),
    TAG_WITHDRAWN(2, Place.SEGMENTS);

    /** Where a fault can happen. */
    private enum Place {
        ANYWHERE,
        /** Where there is something to be connected with. */
        LINE,
        /** Not where the local mark alone may go on, unless it is all there is: the guarantees say what happens then. */
        MOVED,
        /** The same, and not where there is no more than the local mark. */
        SHARED,
        /** Where worker ids come from the configuration. */
        CONFIGURED,
        /** Where ids come from segments. */
        SEGMENTS
    }

    private final int weight;
    private final Place where;

    Fault(int weight) {
        this(weight, Place.ANYWHERE);
    }

    Fault(int weight, Place where) {
        this.weight = weight;
        this.where = where;
    }

    int weight(Plan.Mode mode, boolean goesOnAlone) {
        boolean isLocal = mode == Plan.Mode.LOCAL;
        boolean isPossible = switch (where) {
            case ANYWHERE -> true;
            case LINE -> !isLocal;
            case MOVED -> !goesOnAlone;
            case SHARED -> !goesOnAlone && !isLocal;
            case CONFIGURED -> isLocal;
            case SEGMENTS -> mode == Plan.Mode.SEGMENT;
        };
        return isPossible ? weight : 0;
    }
}
