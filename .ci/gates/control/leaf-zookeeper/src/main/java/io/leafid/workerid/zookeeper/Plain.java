package io.leafid.workerid.zookeeper;

/** A class that breaks no rule. */
final class Plain {

    private Plain() {}

    static int one() {
        return 1;
    }
}
