package io.leafid.benchmarks.raw;

import java.time.Duration;

/** Thoroughness of a measurement. */
public enum Profile {
    /** To see that it works; the figures are worth little. */
    QUICK,
    /** For figures that are kept. */
    FULL;

    private static final int QUICK_ROUNDS = 2;

    /** So many rounds, or enough for an error bar. */
    public int rounds(int full) {
        return (this == FULL) ? full : Math.min(full, QUICK_ROUNDS);
    }

    /** So many seconds, or as few as the tools know. */
    public Duration seconds(int full) {
        return Duration.ofSeconds((this == FULL) ? full : 1);
    }

    /** So many milliseconds, or as few as say anything. */
    public Duration millis(int full) {
        return Duration.ofMillis((this == FULL) ? full : Math.min(full, 100));
    }
}
