package io.leafid.benchmarks.segments;

import java.util.function.LongSupplier;

/** Caller that takes ids and insists that each is greater than the one before. One thread only. */
final class Taker {

    private final LongSupplier ids;
    private long last = -1;

    Taker(LongSupplier ids) {
        this.ids = ids;
    }

    void take() {
        long id = ids.getAsLong();
        if (id <= last) {
            throw new IllegalStateException("id " + id + " after id " + last);
        }
        last = id;
    }
}
