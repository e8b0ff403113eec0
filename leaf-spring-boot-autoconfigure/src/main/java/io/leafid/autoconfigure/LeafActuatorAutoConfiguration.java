package io.leafid.autoconfigure;

import io.leafid.ManagedIdGenerator;
import io.leafid.TextIds;
import io.leafid.actuate.LeafEndpoint;
import io.leafid.actuate.LeafHealthIndicator;
import io.leafid.actuate.LeafMetrics;
import io.leafid.actuate.LeafView;
import io.leafid.actuate.SnowflakeView;
import io.leafid.actuate.TextMeters;
import io.leafid.autoconfigure.properties.ConditionalOnLeaf;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.lease.LeaseKeeper;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.time.SharedThreads;
import io.leafid.time.TimeSource;
import io.micrometer.core.instrument.config.MeterFilter;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Auto-configuration of what an operator sees: endpoint, health and metrics. */
@AutoConfiguration(
        afterName = { // names, since a class here would be loaded where its engine is off
            "io.leafid.autoconfigure.LeafSegmentAutoConfiguration",
            "io.leafid.autoconfigure.LeafSnowflakeAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration"
        })
@ConditionalOnLeaf
@ConditionalOnBean(ManagedIdGenerator.class)
public final class LeafActuatorAutoConfiguration {

    /** The view of the snowflake engine that the others need. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBean(SnowflakeIdGenerator.class)
    static class SnowflakeConfiguration {

        @Bean
        @ConditionalOnMissingBean
        @Nullable SnowflakeView leafSnowflakeView(
                LeafProperties properties,
                ObjectProvider<SnowflakeIdGenerator> generator,
                ObjectProvider<LeaseKeeper> keeper,
                SharedThreads threads) {
            SnowflakeIdGenerator engine = LeafView.unlessMocked(generator.getIfAvailable());
            if (engine == null) {
                return null;
            }
            LeaseKeeper known = keeper.getIfAvailable(); // none beside a generator of the application's own
            return new SnowflakeView(
                    engine,
                    (known == null) ? properties.snowflake().mode().text() : known.holderName(),
                    known,
                    threads.pool("leases", 1),
                    TimeSource.system()::now);
        }
    }

    /** The engines as the operator's views read them; ones that a test has replaced by mocks are left out. */
    @Bean
    @ConditionalOnMissingBean
    LeafView leafView(
            LeafProperties properties,
            Environment environment,
            ObjectProvider<SegmentIdGenerator> segment,
            ObjectProvider<SnowflakeView> snowflake,
            ObjectProvider<TextIds> texts) {
        return new LeafView(
                new LeafEnvironment(environment).nameOf(properties),
                properties.defaultMode().text(),
                LeafView.unlessMocked(segment.getIfAvailable()),
                snowflake.getIfAvailable(),
                texts.getIfAvailable());
    }

    /** The endpoint, where it is exposed. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
    @ConditionalOnAvailableEndpoint(LeafEndpoint.class)
    static class EndpointConfiguration {

        @Bean
        @ConditionalOnMissingBean
        LeafEndpoint leafEndpoint(LeafView view) {
            return new LeafEndpoint(view);
        }
    }

    /** The health contributor {@code leaf}. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
    @ConditionalOnEnabledHealthIndicator("leaf")
    static class HealthConfiguration {

        @Bean
        @ConditionalOnMissingBean(name = "leafHealthIndicator")
        LeafHealthIndicator leafHealthIndicator(LeafView view) {
            return new LeafHealthIndicator(view);
        }
    }

    /** The metrics, where there is a registry for them. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "io.micrometer.core.instrument.binder.MeterBinder")
    @ConditionalOnBean(type = "io.micrometer.core.instrument.MeterRegistry")
    static class MetricsConfiguration {

        @Bean
        @ConditionalOnMissingBean
        LeafMetrics leafMetrics(LeafView view) {
            return new LeafMetrics(view.segment(), view.snowflake());
        }

        /** Tags beyond the limit get no meters; snowflake's tags are one. */
        @Bean
        MeterFilter leafMaxTags(LeafProperties properties) {
            int most = properties.metrics().maxTags() + 1;
            return MeterFilter.maximumAllowableTags("leaf.", "tag", most, MeterFilter.deny());
        }

        @Bean
        TextMeters leafTextMeters(LeafView view) {
            return new TextMeters(view.texts());
        }

        @Bean
        @ConditionalOnBean(SegmentIdGenerator.class)
        LeafMetricsRefresh leafMetricsRefresh(LeafMetrics metrics, SharedThreads threads) {
            return new LeafMetricsRefresh(metrics, threads);
        }
    }
}
