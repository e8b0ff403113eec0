package io.leafid.autoconfigure;

import io.leafid.IdGenerator;
import io.leafid.segment.SegmentIdGenerator;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** Auto-configuration of the {@code IdGenerator} that is injected when both engines are enabled. */
@AutoConfiguration(after = LeafSegmentAutoConfiguration.class)
@ConditionalOnLeaf({LeafMode.SEGMENT, LeafMode.SNOWFLAKE})
public final class LeafRoutingAutoConfiguration {

    static final String SNOWFLAKE_GENERATOR = "snowflakeIdGenerator";

    /** An {@code IdGenerator} of the application replaces it; the engines themselves do not count. */
    @Bean
    @Primary
    @ConditionalOnBean(value = SegmentIdGenerator.class, name = SNOWFLAKE_GENERATOR)
    @ConditionalOnMissingBean(
            value = IdGenerator.class,
            ignored = SegmentIdGenerator.class,
            ignoredType = "io.leafid.snowflake.SnowflakeIdGenerator")
    RoutingIdGenerator routingIdGenerator(
            LeafProperties properties,
            SegmentIdGenerator segment,
            @Qualifier(SNOWFLAKE_GENERATOR) IdGenerator snowflake) {
        return new RoutingIdGenerator(properties.modeByTag(), properties.defaultMode(), mode -> switch (mode) {
            case SEGMENT -> segment;
            case SNOWFLAKE -> snowflake;
        });
    }
}
