package io.leafid.autoconfigure;

import io.leafid.IdGenerator;
import io.leafid.TagLimits;
import io.leafid.TextIds;
import io.leafid.autoconfigure.properties.ConditionalOnLeaf;
import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.rules.LeafPropertiesCheck;
import io.leafid.textid.LeafTexts;
import io.leafid.textid.TextIdGenerator;
import io.leafid.textid.TextSettings;
import io.leafid.time.SharedThreads;
import io.leafid.time.TimeSource;
import java.util.HashMap;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.util.function.SingletonSupplier;

/** Auto-configuration of what all engines of Leaf share: its settings, its threads, its events, limits of tags and the way back from texts. */
@AutoConfiguration
@ConditionalOnLeaf
@EnableConfigurationProperties(LeafProperties.class)
public final class LeafAutoConfiguration {

    @Bean
    static LeafPropertiesCheck leafPropertiesCheck(Environment environment) {
        return new LeafPropertiesCheck(environment);
    }

    /** Ended after all that use them. */
    @Bean(destroyMethod = "close")
    @Lazy
    SharedThreads leafThreads() {
        return new SharedThreads();
    }

    @Bean
    @ConditionalOnLeaf(anyEngine = true)
    LeafEventPublisher leafEventPublisher(ApplicationEventPublisher publisher) {
        return new LeafEventPublisher(publisher, LeafEventPublisher.DELIVERY_TIMEOUT);
    }

    @Bean
    @Lazy
    @ConditionalOnMissingBean
    TagLimits leafTagLimits(LeafProperties properties, ObjectProvider<TextIdGenerator> engines) {
        return new LeafTagLimits(RefreshedTags.limitsOf(properties.tags()), engines);
    }

    @Bean
    @Lazy
    @ConditionalOnMissingBean(TextIds.class)
    LeafTexts leafTexts(LeafProperties properties, ObjectProvider<IdGenerator> ids) {
        Map<String, TextSettings> texts = new HashMap<>(properties.texts(IdEngine.SEGMENT));
        texts.putAll(properties.texts(IdEngine.SNOWFLAKE));
        return new LeafTexts(texts, SingletonSupplier.of(ids::getObject), TimeSource.system());
    }

    /** Where settings may change while the application runs. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = RefreshedTags.EVENT)
    @ConditionalOnLeaf(anyEngine = true)
    static class RefreshConfiguration {

        @Bean
        RefreshedTags leafRefreshedTags(LeafProperties properties, Environment environment, TagLimits limits) {
            return new RefreshedTags(environment, limits, RefreshedTags.limitsOf(properties.tags()));
        }
    }
}
