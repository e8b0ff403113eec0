package io.leafid.snowflake;

import io.leafid.SnowflakeLayout;
import io.leafid.concurrent.PaddedLong;
import io.leafid.snowflake.SnowflakeSettings.SequenceMode;
import java.util.function.IntUnaryOperator;

/**
 * State of one run of a generator as one number, the word: the last id without its worker id, that is the milliseconds since
 * the epoch, then zeros, then the sequence. What follows what is decided by pure functions but for the random start of a
 * sequence; the word moves by compare-and-set. Thread-safe.
 *
 * <p>Invariant: a word that is closed stays so. A run that follows has a word of its own, so that a compare-and-set that was
 * prepared in an earlier run fails, whatever the numbers are.
 */
final class SnowflakeWord extends PaddedLong {

    /** No word: the run is over, or the clock has to move first. */
    static final long NONE = -1;

    private static final int RANDOM_STARTS = 100;

    private final SnowflakeLayout layout;
    private final long epochMillis;
    private final int timestampShift;
    private final int sequenceBits;
    private final long sequenceMask;
    private final long lastOffset;
    private final SequenceMode mode;
    private final IntUnaryOperator random;

    /** Makes the word of no id; {@code random} gives a number from 0 to below its argument. */
    SnowflakeWord(SnowflakeLayout layout, SequenceMode mode, IntUnaryOperator random) {
        this.layout = layout;
        this.epochMillis = layout.epochMillis();
        this.timestampShift = layout.workerIdBits() + layout.sequenceBits();
        this.sequenceBits = layout.sequenceBits();
        this.sequenceMask = layout.maxSequence();
        this.lastOffset = layout.lastMillis() - layout.epochMillis();
        this.mode = mode;
        this.random = random;
    }

    /** Ends the run, after which no caller moves this word; returns the last one. */
    long close() {
        return getAndSet(NONE);
    }

    /** Makes the word of the next run, which goes on above the last one of this run. */
    SnowflakeWord next(long last) {
        SnowflakeWord next = new SnowflakeWord(layout, mode, random);
        next.getAndSet(last);
        return next;
    }

    /** Returns whether the word after another is the next number of the millisecond that the clock shows. */
    boolean goesOn(long word, long millis) {
        return word >>> timestampShift == millis - epochMillis && (word & sequenceMask) != sequenceMask;
    }

    /** The word after another if the clock alone allows it at once, else {@link #NONE}. */
    long nextAt(long word, long millis) {
        if (goesOn(word, millis)) {
            return word + 1;
        }
        long offset = millis - epochMillis;
        long before = word >>> timestampShift; // of NONE: beyond every offset
        return (offset > before && offset <= lastOffset) ? firstAt(millis, word) : NONE;
    }

    /** The word after another, at the clock's millisecond or later: the one after the last when its sequence is full. */
    long after(long word, long millis) {
        long last = millisOf(word);
        if (millis > last) {
            return firstAt(millis, word);
        }
        return (sequenceOf(word) != sequenceMask) ? word + 1 : firstAt(last + 1, word);
    }

    /** The first word of a millisecond, given the word before. */
    long firstAt(long millis, long before) {
        long start = switch (mode) {
            case ROLLING -> (before + 1) & sequenceMask;
            case RANDOM -> random.applyAsInt((int) Math.min(RANDOM_STARTS, sequenceMask + 1));
            case ZERO -> 0;
        };
        return ((millis - epochMillis) << timestampShift) | start;
    }

    /** The number of wanted words that fit into the millisecond of the first one, that one included. */
    int runLength(long first, int wanted) {
        return (int) Math.min(wanted, sequenceMask - sequenceOf(first) + 1);
    }

    /** The timestamp of a word in milliseconds since 1970. */
    long millisOf(long word) {
        return epochMillis + (word >>> timestampShift);
    }

    long sequenceOf(long word) {
        return word & sequenceMask;
    }

    /** Returns whether a timestamp, in milliseconds since 1970, can be expressed. */
    boolean isInRange(long millis) {
        return millis >= epochMillis && millis - epochMillis <= lastOffset;
    }

    long idOf(long word, int workerId) {
        return word | ((long) workerId << sequenceBits);
    }
}
