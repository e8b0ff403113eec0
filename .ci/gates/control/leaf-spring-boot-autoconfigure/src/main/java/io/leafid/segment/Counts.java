package io.leafid.segment;

/** A class of an engine that breaks no rule. */
final class Counts {

    private Counts() {}

    static int one() {
        return 1;
    }
}
