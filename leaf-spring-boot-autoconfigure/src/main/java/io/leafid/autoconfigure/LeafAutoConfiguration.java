package io.leafid.autoconfigure;

import io.leafid.ManagedIdGenerator;
import io.leafid.TagLimits;
import io.leafid.autoconfigure.properties.ConditionalOnLeaf;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.rules.LeafPropertiesCheck;
import io.leafid.time.SharedThreads;
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

/** Auto-configuration of what all engines of Leaf share: its settings, its threads, its events and limits of tags. */
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
    TagLimits leafTagLimits(LeafProperties properties, ObjectProvider<ManagedIdGenerator> engines) {
        return new LeafTagLimits(RefreshedTags.limitsOf(properties.tags()), engines);
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
