package io.leafid.segment.interleaved;

import java.util.concurrent.atomic.AtomicLong;

/** The memory of an interleaved store about one tag over all its databases. Thread-safe. */
final class TagTurn {

    private final AtomicLong highest = new AtomicLong();
    private volatile int last;

    /** A tag whose first range comes from the database after this one. */
    TagTurn(int last) {
        this.last = last;
    }

    /** The highest number at which a counter of the tag was seen, so that the databases keep close together. */
    long highest() {
        return highest.get();
    }

    void seen(long number) {
        highest.accumulateAndGet(number, Math::max);
    }

    /** The database that has granted last, by its place among all. */
    int last() {
        return last;
    }

    void granted(int place) {
        last = place;
    }
}
