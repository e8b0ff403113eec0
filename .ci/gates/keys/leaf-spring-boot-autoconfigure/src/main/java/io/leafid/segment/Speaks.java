package io.leafid.segment;

/** Speaks of a setting. */
final class Speaks {

    private Speaks() {}

    static String remedy() {
        return "set leaf.segment.enabled";
    }
}
