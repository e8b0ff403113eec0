package io.leafid.snowflake;

import io.leafid.settings.Ranges;
import java.time.Duration;

/**
 * Settings of the snowflake engine. Immutable; durations count in whole milliseconds.
 *
 * @param sequence where the sequence stands at the beginning of a millisecond
 * @param toleratedBackwards by how much the clock may step back for callers to wait until it has caught up
 * @param onBackwards what happens when it steps back by more
 * @param maxLead how far timestamps may run ahead of the clock with {@link OnBackwards#BORROW}
 */
public record SnowflakeSettings(
        SequenceMode sequence, Duration toleratedBackwards, OnBackwards onBackwards, Duration maxLead) {

    /** The defaults, which suit most applications. */
    public static final SnowflakeSettings DEFAULT =
            new SnowflakeSettings(SequenceMode.ROLLING, Duration.ofMillis(5), OnBackwards.FAIL, Duration.ofSeconds(1));

    public SnowflakeSettings {
        Ranges.check()
                .notNegative("toleratedBackwards", toleratedBackwards)
                .notNegative("maxLead", maxLead)
                .orThrow();
    }

    /** The first number of the sequence in a millisecond. */
    public enum SequenceMode {
        /** The number before, plus one: low bits are even at each rate, and a full millisecond holds the most ids. */
        ROLLING,
        /** At a random number below 100, as the original; costs capacity. */
        RANDOM,
        /** At 0; at low rates all ids are divisible by the size of the sequence. */
        ZERO
    }

    /** The behaviour when the clock stands behind the last timestamp by more than is waited for. */
    public enum OnBackwards {
        /** Calls throw until the clock has caught up. */
        FAIL,
        /** Ids go on above the last timestamp for as long as it does not lead the clock by too much. */
        BORROW
    }
}
