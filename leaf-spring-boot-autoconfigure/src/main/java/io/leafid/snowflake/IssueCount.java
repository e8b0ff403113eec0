package io.leafid.snowflake;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many ids were handed out, told from the words themselves. Thread-safe.
 *
 * <p>Within a run of the sequence the sequence counts; only where it does not go on by one, once in 4096 ids if it rolls,
 * is the difference noted. So counting costs the hot path a comparison and no write.
 */
final class IssueCount {

    private final WordFormat format;
    private final LongAdder skipped = new LongAdder();
    private final AtomicLong highest = new AtomicLong();

    IssueCount(WordFormat format) {
        this.format = format;
    }

    /** Notes that the word has moved to the first one of a run. */
    void moved(long last, long first) {
        long step = format.sequenceOf(first) - format.sequenceOf(last);
        if (step != 1) {
            skipped.add(1 - step);
        }
    }

    /** The count as of a word. A move that is not noted yet is made up for later, for the count must never fall. */
    long upTo(long word) {
        long count = (word == WordFormat.NONE) ? 0 : format.sequenceOf(word) + skipped.sum();
        return highest.accumulateAndGet(count, Math::max);
    }
}
