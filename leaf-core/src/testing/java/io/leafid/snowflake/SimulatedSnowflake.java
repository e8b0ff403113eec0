package io.leafid.snowflake;

import io.leafid.SnowflakeLayout;
import io.leafid.lease.LeaseProvider;
import io.leafid.time.TimeSource;
import java.util.Random;

/** The real generator with chance from a source that repeats itself. */
public final class SimulatedSnowflake {

    private SimulatedSnowflake() {}

    /** Makes a generator. */
    public static SnowflakeIdGenerator of(
            SnowflakeLayout layout, SnowflakeSettings settings, LeaseProvider leases, TimeSource time, Random random) {
        return new SnowflakeIdGenerator(layout, settings, leases, time, event -> {}, random::nextInt);
    }
}
