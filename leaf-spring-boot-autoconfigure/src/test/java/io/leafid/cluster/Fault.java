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
    NEW_DISK(4, Place.SHARED),
    COPIED_DISK(4, Place.SHARED),
    CLONED_DISK(2, Place.SHARED),
    OLDER_DISK(3, Place.SHARED),
    SECOND_PROCESS_IN_THE_DIRECTORY(2),
    SECOND_PROCESS_ON_A_COPY(4, Place.SHARED),
    SECOND_PROCESS_WITHOUT_A_FILE(3, Place.SHARED),
    CUT(6),
    SLOW(2),
    LOSSY(4),
    MIXED(4),
    SESSION_EXPIRES(3),
    LAGGING_READS(2),
    REGISTRY_DOWN(3),
    REGISTRY_CLOCK_STEP(2),
    FAIL_OVER(1, Place.SHARED),
    RECORD_REWOUND(1, Place.SHARED),
    RECORD_DELETED(1, Place.SHARED),
    DISK_FULL(2),
    NO_THREAD(3),
    REJECTED(2),
    STEP_EDITED(2),
    ORIGINAL_NODE(1);

    /** Where a fault can happen. */
    private enum Place {
        ANYWHERE,
        /** Not where the local mark alone may go on: the guarantees say what happens then. */
        SHARED
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

    int weight(boolean goesOnAlone) {
        return (goesOnAlone && where == Place.SHARED) ? 0 : weight;
    }
}
