package io.leafid.segment;

/** May be used from above only. */
public final class Above {

    private Above() {}

    /** Returns what others reach for. */
    public static int height() {
        return 1;
    }
}
