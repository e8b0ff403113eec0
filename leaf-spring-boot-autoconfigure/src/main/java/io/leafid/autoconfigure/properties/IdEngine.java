package io.leafid.autoconfigure.properties;

import java.util.Locale;

/** The engines that ids can come from. */
public enum IdEngine {
    /** Ranges allocated from a database row per tag. */
    SEGMENT,
    /** Timestamp, worker id and sequence. */
    SNOWFLAKE;

    /** The engine's name as it is written in settings. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
