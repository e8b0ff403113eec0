package io.leafid.benchmarks.snowflake;

/** A generator as a benchmark calls it. */
interface SnowflakeSource {

    /** The next id. */
    long next();

    /** The timestamp of an id in milliseconds since 1970. */
    long millisOf(long id);
}
