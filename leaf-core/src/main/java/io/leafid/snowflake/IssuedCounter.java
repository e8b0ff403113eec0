package io.leafid.snowflake;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counter of the ids handed out, derived from the word itself, over all runs of the generator. Thread-safe.
 *
 * <p>Where the sequence goes on by one it counts by itself; only where it does not, once in 4096 ids if it rolls, is the
 * difference noted. So counting costs the hot path a comparison and no write.
 *
 * <pre>
 * Invariants
 *   - A count that is read while the word moves may be too low, never too high: where the sequence falls, the difference is
 *     noted after the move and read before the word; where it jumps ahead, noted before the move and read after the word.
 *   - The count never falls.
 * </pre>
 */
final class IssuedCounter {

    private final LongAdder fallen = new LongAdder();
    private final LongAdder jumped = new LongAdder();
    private final AtomicLong highest = new AtomicLong();

    /** Moves the word to the end of a run that begins with {@code first}; returns whether no other thread was faster. */
    boolean move(SnowflakeWord word, long last, long first, long end) {
        long gap = word.sequenceOf(first) - word.sequenceOf(last) - 1;
        if (gap > 0) {
            jumped.add(gap);
        }
        boolean moved = word.compareAndSet(last, end);
        if (gap > 0 && !moved) {
            jumped.add(-gap);
        }
        if (gap < 0 && moved) {
            fallen.add(-gap);
        }
        return moved;
    }

    /** The count by now; once the word is closed, the last one that was read. */
    long get(SnowflakeWord word) {
        long added = fallen.sum();
        return upTo(word, word.get(), added);
    }

    /** Notes the last count of a word that was closed. */
    void close(SnowflakeWord word, long last) {
        upTo(word, last, fallen.sum());
    }

    private long upTo(SnowflakeWord word, long last, long added) {
        long count = (last == SnowflakeWord.NONE) ? 0 : word.sequenceOf(last) + added - jumped.sum();
        return highest.accumulateAndGet(count, Math::max);
    }
}
