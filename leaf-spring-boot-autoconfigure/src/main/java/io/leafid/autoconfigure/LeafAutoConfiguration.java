package io.leafid.autoconfigure;

import io.leafid.autoconfigure.properties.ConditionalOnLeaf;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.rules.LeafPropertiesCheck;
import io.leafid.time.SharedThreads;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/** Auto-configuration of what all engines of Leaf share: its settings, its threads and its events. */
@AutoConfiguration
@ConditionalOnLeaf
@EnableConfigurationProperties(LeafProperties.class)
public final class LeafAutoConfiguration {

    @Bean
    static LeafPropertiesCheck leafPropertiesCheck(Environment environment, ConfigurableListableBeanFactory beans) {
        return new LeafPropertiesCheck(environment, beans, ChosenDatabaseConfiguration.OWN_DATA_SOURCE);
    }

    /** Ended after all that use them. */
    @Bean(destroyMethod = "close")
    @Lazy
    SharedThreads leafThreads(LeafProperties properties) {
        return new SharedThreads(properties.databases().size());
    }

    @Bean
    @ConditionalOnLeaf(anyEngine = true)
    LeafEventPublisher leafEventPublisher(ApplicationEventPublisher publisher, SharedThreads threads) {
        return new LeafEventPublisher(publisher, threads, LeafEventPublisher.DELIVERY_TIMEOUT);
    }
}
