package io.leafid;

/** Creates an exception and forgets to throw it. */
final class ForgottenThrow {

    private ForgottenThrow() {}

    static void check(int count) {
        if (count < 1) {
            new IllegalArgumentException("count must be positive: " + count);
        }
    }
}
