package io.leafid;

/** Passes null to code under test that promises that there is none. */
final class NullArgumentOfTest {

    private NullArgumentOfTest() {}

    static int length() {
        return Clean.length(null);
    }
}
