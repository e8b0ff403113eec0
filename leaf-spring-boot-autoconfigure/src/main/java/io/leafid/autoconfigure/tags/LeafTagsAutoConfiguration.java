package io.leafid.autoconfigure.tags;

import io.leafid.TagLimits;
import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.textid.LeafTexts;
import io.leafid.textid.TextSettings;
import java.util.HashMap;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/** Auto-configuration of limits of tags that can be changed at run time, and of the way back from texts. */
@AutoConfiguration(afterName = "io.leafid.autoconfigure.LeafAutoConfiguration")
@ConditionalOnBean(LeafProperties.class)
public final class LeafTagsAutoConfiguration {

    @Bean
    @Lazy
    @ConditionalOnMissingBean(TagLimits.class)
    LeafTagLimits leafTagLimits(
            LeafProperties properties,
            ObjectProvider<SegmentIdGenerator> segment,
            ObjectProvider<SnowflakeIdGenerator> snowflake) {
        return new LeafTagLimits(RefreshedTags.limitsOf(properties.tags()), segment, snowflake);
    }

    @Bean
    @ConditionalOnMissingBean
    @Lazy
    LeafTexts leafTexts(LeafProperties properties) {
        Map<String, TextSettings> texts = new HashMap<>(properties.texts(IdEngine.SEGMENT));
        texts.putAll(properties.texts(IdEngine.SNOWFLAKE));
        return new LeafTexts(texts);
    }

    /** Where settings may change while the application runs. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = RefreshedTags.EVENT)
    static class RefreshConfiguration {

        @Bean
        RefreshedTags leafRefreshedTags(LeafProperties properties, Environment environment, TagLimits limits) {
            return new RefreshedTags(environment, limits, RefreshedTags.limitsOf(properties.tags()));
        }
    }
}
