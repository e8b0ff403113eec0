package io.leafid.workerid.zookeeper;

/** A class that breaks no rule. */
public final class Plain {

    private Plain() {}

    /** Counts to one. */
    public static int one() {
        return 1;
    }
}
