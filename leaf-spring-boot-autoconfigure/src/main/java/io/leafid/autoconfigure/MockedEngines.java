package io.leafid.autoconfigure;

import io.leafid.concurrent.Availability;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.snowflake.SnowflakeIdGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Leaves engines out of the operator's views that a test has replaced by mocks: a mock answers with nothing where an engine
 * has a state. A spy is an engine. Stateless.
 */
final class MockedEngines {

    private MockedEngines() {}

    static @Nullable SegmentIdGenerator leaveOut(@Nullable SegmentIdGenerator engine) {
        Availability.@Nullable Status state = (engine == null) ? null : engine.storeStatus();
        return (state == null) ? null : engine;
    }

    static @Nullable SnowflakeIdGenerator leaveOut(@Nullable SnowflakeIdGenerator engine) {
        @Nullable Object layout = (engine == null) ? null : engine.layout();
        return (layout == null) ? null : engine;
    }
}
