package io.leafid;

import java.time.Instant;

/**
 * A decoded snowflake id. Immutable.
 *
 * @param id the id itself, never negative
 * @param timestamp the millisecond that the id was reserved for
 * @param workerId which generator made it
 * @param sequence its place among the ids of that worker id and millisecond
 */
public record SnowflakeId(long id, Instant timestamp, int workerId, long sequence) {}
