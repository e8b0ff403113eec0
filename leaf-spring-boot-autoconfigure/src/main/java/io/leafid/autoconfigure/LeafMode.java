package io.leafid.autoconfigure;

/** The engines that ids can come from. */
enum LeafMode {
    /** Ranges bought from a database row per tag. */
    SEGMENT,
    /** Timestamp, worker id and sequence. */
    SNOWFLAKE
}
