package io.leafid;

/** Sends its reader to {@link Nowhere}. */
public final class DanglingLink {

    private DanglingLink() {}
}
