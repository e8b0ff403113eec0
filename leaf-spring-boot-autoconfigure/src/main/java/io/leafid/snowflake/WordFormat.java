package io.leafid.snowflake;

import io.leafid.SnowflakeLayout;
import io.leafid.snowflake.SnowflakeSettings.SequenceMode;
import java.util.function.IntUnaryOperator;

/**
 * The state of a generator as one number, the word: the milliseconds since the epoch of the last id, then its sequence.
 * An id is a word with the worker id in between. Pure but for the random start of a sequence.
 */
final class WordFormat {

    /** No word: the generator is closed, or the clock has to move first. */
    static final long NONE = -1;

    private static final int RANDOM_STARTS = 100;

    private final long epochMillis;
    private final int sequenceBits;
    private final long sequenceMask;
    private final int workerIdBits;
    private final long lastOffset;
    private final SequenceMode mode;
    private final IntUnaryOperator random;

    /** Makes a format; {@code random} gives a number from 0 to below its argument. */
    WordFormat(SnowflakeLayout layout, SequenceMode mode, IntUnaryOperator random) {
        this.epochMillis = layout.epochMillis();
        this.sequenceBits = layout.sequenceBits();
        this.sequenceMask = layout.maxSequence();
        this.workerIdBits = layout.workerIdBits();
        this.lastOffset = layout.lastMillis() - layout.epochMillis();
        this.mode = mode;
        this.random = random;
    }

    /** The timestamp of a word in milliseconds since 1970. */
    long millisOf(long word) {
        return epochMillis + (word >>> sequenceBits);
    }

    /** The sequence of a word. */
    long sequenceOf(long word) {
        return word & sequenceMask;
    }

    /** Whether a timestamp, in milliseconds since 1970, can be expressed. */
    boolean isInRange(long millis) {
        return millis >= epochMillis && millis - epochMillis <= lastOffset;
    }

    /** The word after another if the clock alone allows it at once, else {@link #NONE}. */
    long nextAt(long word, long millis) {
        long offset = millis - epochMillis;
        long before = word >>> sequenceBits; // of NONE: beyond every offset
        if (offset == before && (word & sequenceMask) != sequenceMask) {
            return word + 1;
        }
        return (offset > before && offset <= lastOffset) ? firstAt(millis, word) : NONE;
    }

    /** The word after another, at the clock's millisecond or later: the one after the last when its sequence is full. */
    long after(long word, long millis) {
        long last = millisOf(word);
        if (millis > last) {
            return firstAt(millis, word);
        }
        return ((word & sequenceMask) != sequenceMask) ? word + 1 : firstAt(last + 1, word);
    }

    /** The first word of a millisecond, given the word before. */
    long firstAt(long millis, long before) {
        long start = switch (mode) {
            case ROLLING -> (before + 1) & sequenceMask;
            case RANDOM -> random.applyAsInt((int) Math.min(RANDOM_STARTS, sequenceMask + 1));
            case ZERO -> 0;
        };
        return ((millis - epochMillis) << sequenceBits) | start;
    }

    /** How many of the wanted words fit into the millisecond of the first one, that one included. */
    int runLength(long first, int wanted) {
        return (int) Math.min(wanted, sequenceMask - (first & sequenceMask) + 1);
    }

    /** The id of a word. */
    long idOf(long word, int workerId) {
        long sequence = word & sequenceMask;
        return ((word ^ sequence) << workerIdBits) | ((long) workerId << sequenceBits) | sequence;
    }
}
