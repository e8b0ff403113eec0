package io.leafid.autoconfigure;

import java.util.Locale;

/** The engines that ids can come from. */
enum LeafMode {
    /** Ranges allocated from a database row per tag. */
    SEGMENT,
    /** Timestamp, worker id and sequence. */
    SNOWFLAKE;

    /** The engine's name as it is written in settings. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
