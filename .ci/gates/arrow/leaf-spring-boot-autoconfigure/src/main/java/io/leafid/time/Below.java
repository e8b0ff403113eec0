package io.leafid.time;

import io.leafid.segment.Above;

/** Reaches upwards. */
final class Below {

    private Below() {}

    static int reach() {
        return Above.height();
    }
}
