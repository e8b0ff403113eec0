package io.leafid.autoconfigure;

import io.leafid.IdGenerator;
import io.leafid.autoconfigure.properties.ConditionalOnLeaf;
import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.snowflake.SnowflakeIdGenerator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** Auto-configuration of the {@code IdGenerator} that is injected when both engines are enabled. */
@AutoConfiguration(after = {LeafSegmentAutoConfiguration.class, LeafSnowflakeAutoConfiguration.class})
@ConditionalOnLeaf({IdEngine.SEGMENT, IdEngine.SNOWFLAKE})
public final class LeafRoutingAutoConfiguration {

    /** An {@code IdGenerator} of the application replaces it; the engines themselves do not count. */
    @Bean
    @Primary
    @ConditionalOnBean({SegmentIdGenerator.class, SnowflakeIdGenerator.class})
    @ConditionalOnMissingBean(
            value = IdGenerator.class,
            ignored = {SegmentIdGenerator.class, SnowflakeIdGenerator.class})
    RoutingIdGenerator routingIdGenerator(
            LeafProperties properties, SegmentIdGenerator segment, SnowflakeIdGenerator snowflake) {
        return new RoutingIdGenerator(properties.modeByTag(), properties.defaultMode(), mode -> switch (mode) {
            case SEGMENT -> segment;
            case SNOWFLAKE -> snowflake;
        });
    }
}
