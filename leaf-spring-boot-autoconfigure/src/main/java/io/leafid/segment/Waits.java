package io.leafid.segment;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Who waits for a tag's segment, and how long callers have waited so far. Thread-safe. */
final class Waits {

    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong wantedIds = new AtomicLong();
    private final AtomicLong count = new AtomicLong();
    private final AtomicLong totalNanos = new AtomicLong();
    private final AtomicLong longestNanos = new AtomicLong();

    void began(int wanted) {
        waiting.incrementAndGet();
        wantedIds.addAndGet(wanted);
    }

    void ended(int wanted, long nanos) {
        waiting.decrementAndGet();
        wantedIds.addAndGet(-wanted);
        count.incrementAndGet();
        totalNanos.addAndGet(nanos);
        longestNanos.accumulateAndGet(nanos, Math::max);
    }

    /** Callers that wait now. */
    int waiting() {
        return waiting.get();
    }

    /** Ids that the callers who wait now still want. */
    long wantedIds() {
        return wantedIds.get();
    }

    /** Calls that had to wait, so far. */
    long count() {
        return count.get();
    }

    long totalNanos() {
        return totalNanos.get();
    }

    long longestNanos() {
        return longestNanos.get();
    }
}
