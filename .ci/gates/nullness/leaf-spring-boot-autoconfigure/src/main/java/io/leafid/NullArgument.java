package io.leafid;

/** Passes null where the package promises that there is none. */
final class NullArgument {

    private NullArgument() {}

    static int length() {
        return Clean.length(null);
    }
}
