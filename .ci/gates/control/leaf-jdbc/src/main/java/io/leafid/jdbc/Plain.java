package io.leafid.jdbc;

/** A class that breaks no rule. */
final class Plain {

    private Plain() {}

    static int one() {
        return 1;
    }
}
