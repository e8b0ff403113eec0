package io.leafid;

import java.util.List;

/** Uses a raw type, which javac warns about. */
final class RawType {

    private RawType() {}

    static int size(List list) {
        return list.size();
    }
}
