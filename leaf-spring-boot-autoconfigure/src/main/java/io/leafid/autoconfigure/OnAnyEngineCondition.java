package io.leafid.autoconfigure;

import io.leafid.segment.SegmentIdGenerator;
import io.leafid.snowflake.SnowflakeIdGenerator;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;

/** Matches when there is an engine to look at, be it of the application's own making. Stateless. */
final class OnAnyEngineCondition extends AnyNestedCondition {

    OnAnyEngineCondition() {
        super(ConfigurationPhase.REGISTER_BEAN);
    }

    @ConditionalOnBean(SegmentIdGenerator.class)
    static class Segment {}

    @ConditionalOnBean(SnowflakeIdGenerator.class)
    static class Snowflake {}
}
