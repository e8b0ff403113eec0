package io.leafid;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The division of the bits of a snowflake id: timestamp, worker id, sequence, from high to low; 63 of them, or fewer where ids have to
 * stay smaller, as in JavaScript. Immutable.
 *
 * <p>The only place that shifts and masks. The sign bit is always 0, and so are the bits that are not used.
 *
 * @param epochMillis the instant that timestamp 0 stands for, in milliseconds since 1970, not negative
 * @param timestampBits bits of the timestamp in milliseconds since the epoch, 1 to 62
 * @param workerIdBits bits of the worker id, 0 to 31
 * @param sequenceBits bits of the sequence within a millisecond, 1 to 62
 */
public record SnowflakeLayout(long epochMillis, int timestampBits, int workerIdBits, int sequenceBits) {

    /** Usable bits of a positive {@code long}. */
    public static final int TOTAL_BITS = 63;

    /** Bits that a number of JavaScript keeps exactly: the largest safe integer is 2<sup>53</sup> − 1. */
    public static final int JAVASCRIPT_BITS = 53;

    private static final int MAX_WORKER_ID_BITS = 31; // a worker id is an int

    /** 41 + 10 + 12 bits from 2010-11-04T01:42:54.657Z, as the original Leaf; ends 2080-07-10T17:30:30.208Z. */
    public static final SnowflakeLayout DEFAULT = new SnowflakeLayout(1_288_834_974_657L, 41, 10, 12);

    /** Checks that the parts fit into 63 bits. */
    public SnowflakeLayout {
        int total = timestampBits + workerIdBits + sequenceBits;
        if (total > TOTAL_BITS) {
            throw new IllegalArgumentException(
                    "snowflake bits must add up to at most %s: timestamp=%s + worker-id=%s + sequence=%s = %s"
                            .formatted(TOTAL_BITS, timestampBits, workerIdBits, sequenceBits, total));
        }
        if (timestampBits < 1 || sequenceBits < 1 || workerIdBits < 0 || workerIdBits > MAX_WORKER_ID_BITS) {
            throw new IllegalArgumentException(
                    "snowflake bits out of range: timestamp=%s (1 or more), worker-id=%s (0 to %s), sequence=%s (1 or more)"
                            .formatted(timestampBits, workerIdBits, MAX_WORKER_ID_BITS, sequenceBits));
        }
        if (epochMillis < 0) {
            throw new IllegalArgumentException(
                    "snowflake epoch must not be before 1970-01-01T00:00:00Z: " + Instant.ofEpochMilli(epochMillis));
        }
        if (epochMillis > Long.MAX_VALUE - mask(timestampBits)) {
            throw new IllegalArgumentException("snowflake epoch is too late for %s timestamp bits: %s"
                    .formatted(timestampBits, Instant.ofEpochMilli(epochMillis)));
        }
    }

    /** The epoch as an instant. */
    public Instant epoch() {
        return Instant.ofEpochMilli(epochMillis);
    }

    /** The last millisecond, since 1970, that an id can carry. */
    public long lastMillis() {
        return epochMillis + mask(timestampBits);
    }

    /** The last instant that an id can carry. */
    public Instant lastInstant() {
        return Instant.ofEpochMilli(lastMillis());
    }

    /** The most bits of an id. */
    public int totalBits() {
        return timestampBits + workerIdBits + sequenceBits;
    }

    /** The largest worker id. */
    public int maxWorkerId() {
        return (int) mask(workerIdBits);
    }

    /** The largest sequence number within a millisecond. */
    public long maxSequence() {
        return mask(sequenceBits);
    }

    /**
     * Packs an id.
     *
     * @param millis milliseconds since 1970, from the epoch to {@link #lastMillis()}
     * @param workerId 0 to {@link #maxWorkerId()}
     * @param sequence 0 to {@link #maxSequence()}
     * @return the id, never negative
     * @throws IllegalArgumentException if a part does not fit
     */
    public long pack(long millis, int workerId, long sequence) {
        if (millis < epochMillis || millis > lastMillis()) {
            throw new IllegalArgumentException("timestamp %s is not between %s and %s"
                    .formatted(Instant.ofEpochMilli(millis), epoch(), lastInstant()));
        }
        if (workerId < 0 || workerId > maxWorkerId()) {
            throw new IllegalArgumentException("worker id %s is not from 0 to %s".formatted(workerId, maxWorkerId()));
        }
        if (sequence < 0 || sequence > maxSequence()) {
            throw new IllegalArgumentException("sequence %s is not from 0 to %s".formatted(sequence, maxSequence()));
        }
        return ((millis - epochMillis) << (workerIdBits + sequenceBits)) | ((long) workerId << sequenceBits) | sequence;
    }

    /**
     * The lowest id of an instant's millisecond, to find rows by time: ids from {@code begin} on and before {@code end} are
     * {@code id >= firstAt(begin) AND id < firstAt(end)}.
     *
     * @throws IllegalArgumentException if no id carries that instant
     */
    public long firstAt(Instant instant) {
        return pack(millis(instant), 0, 0);
    }

    /**
     * The highest id of an instant's millisecond.
     *
     * @throws IllegalArgumentException if no id carries that instant
     */
    public long lastAt(Instant instant) {
        return pack(millis(instant), maxWorkerId(), maxSequence());
    }

    private long millis(Instant instant) {
        Instant millis = instant.truncatedTo(ChronoUnit.MILLIS);
        if (millis.isBefore(epoch()) || millis.isAfter(lastInstant())) { // else it may have no number of milliseconds
            throw new IllegalArgumentException(
                    "timestamp %s is not between %s and %s".formatted(instant, epoch(), lastInstant()));
        }
        return millis.toEpochMilli();
    }

    /**
     * Takes an id apart.
     *
     * @param id an id made with this layout
     * @throws IllegalArgumentException if the id is negative, which no id of this library is, or has more bits than the layout
     */
    public SnowflakeId unpack(long id) {
        if (id < 0) {
            throw new IllegalArgumentException("a snowflake id is never negative: " + id);
        }
        if (id >>> totalBits() != 0) {
            throw new IllegalArgumentException("the id %s was not made with this layout, whose ids have %s bits: %s"
                    .formatted(id, totalBits(), this));
        }
        long millis = epochMillis + (id >>> (workerIdBits + sequenceBits));
        int workerId = (int) ((id >>> sequenceBits) & mask(workerIdBits));
        return new SnowflakeId(id, Instant.ofEpochMilli(millis), workerId, id & mask(sequenceBits));
    }

    /** The settings by their names. */
    @Override
    public String toString() {
        return "epoch=%s, timestamp-bits=%s, worker-id-bits=%s, sequence-bits=%s"
                .formatted(epoch(), timestampBits, workerIdBits, sequenceBits);
    }

    private static long mask(int bits) {
        return (1L << bits) - 1;
    }
}
