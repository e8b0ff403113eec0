package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.actuate.LeafEndpoint;
import io.leafid.actuate.LeafHealthIndicator;
import io.leafid.actuate.LeafInfoContributor;
import io.leafid.actuate.LeafMetrics;
import io.leafid.segment.InMemorySegmentStore;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What an operator gets, and when he gets none of it. */
class LeafActuatorAutoConfigurationTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    LeafAutoConfiguration.class,
                    LeafSegmentAutoConfiguration.class,
                    LeafRoutingAutoConfiguration.class,
                    LeafActuatorAutoConfiguration.class,
                    HealthContributorRegistryAutoConfiguration.class,
                    HealthContributorAutoConfiguration.class))
            .withBean(SegmentStore.class, () -> new InMemorySegmentStore().put("order", 1, 1_000))
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
            .withPropertyValues("leaf.segment.enabled=true", "management.endpoints.web.exposure.include=leaf");

    @Test
    void withAnEngineAllViewsAreThereButTheInfo() {
        runner.run(context -> assertThat(context)
                .hasSingleBean(LeafEndpoint.class)
                .hasSingleBean(LeafHealthIndicator.class)
                .hasSingleBean(LeafMetrics.class)
                .hasSingleBean(LeafMetricsRefresh.class)
                .doesNotHaveBean(LeafInfoContributor.class));
    }

    @Test
    void theHealthContributorIsCalledLeaf() {
        runner.run(context -> assertThat(
                        context.getBean(HealthContributorRegistry.class).getContributor("leaf"))
                .isInstanceOf(LeafHealthIndicator.class));
    }

    @Test
    void withoutAnEngineThereIsNothingToSee() {
        runner.withPropertyValues("leaf.segment.enabled=false")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(LeafEndpoint.class)
                        .doesNotHaveBean(LeafHealthIndicator.class)
                        .doesNotHaveBean(LeafMetrics.class));
    }

    @Test
    void anEngineThatTheApplicationMadeIsSeenToo() {
        runner.withPropertyValues("leaf.segment.enabled=false")
                .withBean(
                        SegmentIdGenerator.class,
                        () -> new SegmentIdGenerator(
                                new InMemorySegmentStore(),
                                io.leafid.segment.SegmentSettings.DEFAULT,
                                java.util.List.of(),
                                null,
                                event -> {}))
                .run(context -> assertThat(context).hasSingleBean(LeafEndpoint.class));
    }

    @Test
    void leafSwitchedOffShowsNothing() {
        runner.withPropertyValues("leaf.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(LeafEndpoint.class));
    }

    @Test
    void theEndpointIsThereOnlyWhereItIsExposed() {
        runner.withPropertyValues("management.endpoints.web.exposure.include=health")
                .run(context -> assertThat(context).doesNotHaveBean(LeafEndpoint.class));
        runner.withPropertyValues("management.endpoint.leaf.access=none")
                .run(context -> assertThat(context).doesNotHaveBean(LeafEndpoint.class));
    }

    @Test
    void theHealthContributorCanBeSwitchedOff() {
        runner.withPropertyValues("management.health.leaf.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(LeafHealthIndicator.class));
    }

    @Test
    void theInfoContributorCanBeSwitchedOn() {
        runner.withPropertyValues("management.info.leaf.enabled=true", "leaf.name=orders")
                .run(context -> {
                    Info.Builder info = new Info.Builder();
                    context.getBean(SegmentIdGenerator.class).nextId("order");
                    context.getBean(LeafInfoContributor.class).contribute(info);
                    assertThat(info.build().get("leaf"))
                            .isEqualTo(java.util.Map.of(
                                    "name",
                                    "orders",
                                    "defaultMode",
                                    "segment",
                                    "segment",
                                    java.util.Map.of("tagsInUse", 1)));
                });
    }

    @Test
    void withoutARegistryThereAreNoMetricsAndNothingPollsForThem() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        LeafAutoConfiguration.class,
                        LeafSegmentAutoConfiguration.class,
                        LeafActuatorAutoConfiguration.class))
                .withBean(SegmentStore.class, InMemorySegmentStore::new)
                .withPropertyValues("leaf.segment.enabled=true")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(SegmentIdGenerator.class)
                        .doesNotHaveBean(LeafMetrics.class)
                        .doesNotHaveBean(LeafMetricsRefresh.class));
    }

    @Test
    void withoutMicrometerAllElseWorks() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        LeafAutoConfiguration.class,
                        LeafSegmentAutoConfiguration.class,
                        LeafActuatorAutoConfiguration.class))
                .withBean(SegmentStore.class, InMemorySegmentStore::new)
                .withPropertyValues("leaf.segment.enabled=true", "management.endpoints.web.exposure.include=leaf")
                .withClassLoader(new FilteredClassLoader("io.micrometer"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(LeafEndpoint.class)
                        .hasSingleBean(LeafHealthIndicator.class)
                        .doesNotHaveBean("leafMetrics"));
    }

    @Test
    void withoutHealthAllElseWorks() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        LeafAutoConfiguration.class,
                        LeafSegmentAutoConfiguration.class,
                        LeafActuatorAutoConfiguration.class))
                .withBean(SegmentStore.class, InMemorySegmentStore::new)
                .withPropertyValues("leaf.segment.enabled=true", "management.endpoints.web.exposure.include=leaf")
                .withClassLoader(new FilteredClassLoader(HealthIndicator.class.getPackageName()))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(LeafEndpoint.class)
                        .doesNotHaveBean("leafHealthIndicator"));
    }

    @Test
    void withoutActuatorTheEnginesWork() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        LeafAutoConfiguration.class,
                        LeafSegmentAutoConfiguration.class,
                        LeafActuatorAutoConfiguration.class))
                .withBean(SegmentStore.class, () -> new InMemorySegmentStore().put("order", 1, 1_000))
                .withPropertyValues("leaf.segment.enabled=true")
                .withClassLoader(new FilteredClassLoader(
                        Endpoint.class.getPackageName(),
                        "org.springframework.boot.actuate",
                        "org.springframework.boot.health",
                        "org.springframework.boot.micrometer",
                        "io.micrometer"))
                .run(context -> {
                    assertThat(context).hasNotFailed().doesNotHaveBean("leafEndpoint");
                    assertThat(context.getBean(SegmentIdGenerator.class).nextId("order"))
                            .isEqualTo(1);
                });
    }

    @Test
    void beansOfTheApplicationWin() {
        LeafMetrics own = new LeafMetrics(null, null, 1);
        HealthIndicator health =
                () -> org.springframework.boot.health.contributor.Health.up().build();
        runner.withBean(LeafMetrics.class, () -> own)
                .withBean("leafHealthIndicator", HealthIndicator.class, () -> health)
                .run(context -> {
                    assertThat(context.getBean(LeafMetrics.class)).isSameAs(own);
                    assertThat(context.getBean("leafHealthIndicator")).isSameAs(health);
                });
    }

    @Test
    void nothingFollowsTheTagsAfterTheContextIsClosed() {
        List<LeafMetricsRefresh> refresh = new ArrayList<>();
        runner.run(context -> {
            refresh.add(context.getBean(LeafMetricsRefresh.class));
            assertThat(refresh).allMatch(LeafMetricsRefresh::isRunning);
        });
        assertThat(refresh).hasSize(1).noneMatch(LeafMetricsRefresh::isRunning);
    }

    @Test
    void aNegativeLimitOfTagsIsRefused() {
        runner.withPropertyValues("leaf.metrics.max-tags=-1")
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(LeafStartException.class)
                        .hasMessageContaining("leaf.metrics.max-tags"));
    }
}
