package io.leafid.segment;

/** A class of an engine that breaks no rule. */
public final class Counts {

    private Counts() {}

    /** Counts to one. */
    public static int one() {
        return 1;
    }
}
