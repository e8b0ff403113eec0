package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerator;
import io.leafid.actuate.LeafEndpoint;
import io.leafid.actuate.LeafHealthIndicator;
import io.leafid.actuate.LeafMetrics;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.store.SegmentStore;
import io.leafid.test.segment.InMemorySegmentStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DeferredImportSelector;
import org.springframework.context.annotation.Import;
import org.springframework.core.type.AnnotationMetadata;

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
            .withPropertyValues(
                    "leaf.segment.enabled=true",
                    "leaf.segment.wait-timeout=60s",
                    "management.endpoints.web.exposure.include=leaf");

    @Test
    void withAnEngineAllViewsAreThere() {
        runner.run(context -> assertThat(context)
                .hasSingleBean(LeafEndpoint.class)
                .hasSingleBean(LeafHealthIndicator.class)
                .hasSingleBean(LeafMetrics.class)
                .hasSingleBean(LeafMetricsRefresh.class));
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
                                new InMemorySegmentStore(), SegmentSettings.DEFAULT, List.of(), null, event -> {}))
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
        runner.withPropertyValues("management.endpoint.leaf.access=NONE")
                .run(context -> assertThat(context).doesNotHaveBean(LeafEndpoint.class));
    }

    @Test
    void theHealthContributorCanBeSwitchedOff() {
        runner.withPropertyValues("management.health.leaf.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(LeafHealthIndicator.class));
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

    /** As an application finds its configuration: by name, so that nothing is loaded that is missing. */
    @Configuration(proxyBeanMethods = false)
    @Import(ByName.class)
    static class Application {}

    /** In the order in which Boot would process them. */
    static final class ByName implements DeferredImportSelector {

        @Override
        public String[] selectImports(AnnotationMetadata importing) {
            return Stream.of("", "Jdbc", "Segment", "Snowflake", "Routing", "Actuator")
                    .map("io.leafid.autoconfigure.Leaf%sAutoConfiguration"::formatted)
                    .toArray(String[]::new);
        }
    }

    private static ApplicationContextRunner applicationWithout(String... packages) {
        return new ApplicationContextRunner()
                .withUserConfiguration(Application.class)
                .withBean(SegmentStore.class, () -> new InMemorySegmentStore().put("order", 1, 1_000))
                .withPropertyValues(
                        "leaf.segment.enabled=true",
                        "leaf.segment.wait-timeout=60s",
                        "management.endpoints.web.exposure.include=leaf")
                .withClassLoader(new FilteredClassLoader(packages));
    }

    @Test
    void withAllLibrariesEverythingIsThere() {
        applicationWithout("no.such.package")
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .run(context -> assertThat(context)
                        .hasSingleBean(LeafEndpoint.class)
                        .hasSingleBean(LeafHealthIndicator.class)
                        .hasSingleBean(LeafMetrics.class));
    }

    @Test
    void withoutMicrometerAllElseWorks() {
        applicationWithout("io.micrometer")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(LeafEndpoint.class)
                        .hasSingleBean(LeafHealthIndicator.class)
                        .doesNotHaveBean("leafMetrics"));
    }

    @Test
    void withoutHealthAllElseWorks() {
        applicationWithout("org.springframework.boot.health")
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(LeafEndpoint.class)
                        .hasSingleBean(LeafMetrics.class)
                        .doesNotHaveBean("leafHealthIndicator"));
    }

    @Test
    void withoutActuatorTheEnginesWork() {
        applicationWithout(
                        "org.springframework.boot.actuate",
                        "org.springframework.boot.health",
                        "org.springframework.boot.micrometer",
                        "io.micrometer")
                .run(context -> {
                    assertThat(context).hasNotFailed().doesNotHaveBean("leafEndpoint");
                    assertThat(context.getBean(IdGenerator.class).nextId("order"))
                            .isEqualTo(1);
                });
    }

    @Test
    void beansOfTheApplicationWin() {
        LeafMetrics own = new LeafMetrics(null, null);
        HealthIndicator health = () -> Health.up().build();
        runner.withBean(LeafMetrics.class, () -> own)
                .withBean("leafHealthIndicator", HealthIndicator.class, () -> health)
                .run(context -> {
                    assertThat(context.getBean(LeafMetrics.class)).isSameAs(own);
                    assertThat(context.getBean("leafHealthIndicator")).isSameAs(health);
                });
    }

    /** One more is snowflake's, whose tags share one. */
    @Test
    void tagsBeyondTheLimitHaveNoMeters() {
        runner.withConfiguration(AutoConfigurations.of(MetricsAutoConfiguration.class))
                .withPropertyValues("leaf.metrics.max-tags=1", "leaf.segment.auto-create.enabled=true")
                .run(context -> {
                    IdGenerator ids = context.getBean(IdGenerator.class);
                    List.of("a", "b", "c", "order").forEach(ids::nextId);
                    context.getBean(LeafMetrics.class).refresh();

                    assertThat(context.getBean(MeterRegistry.class)
                                    .find("leaf.ids.issued")
                                    .meters())
                            .hasSize(2);
                });
    }

    @Test
    void nothingFollowsTheTagsAfterTheContextIsClosed() {
        List<LeafMetricsRefresh> followers = new ArrayList<>();
        runner.run(context -> {
            followers.add(context.getBean(LeafMetricsRefresh.class));
            assertThat(followers).singleElement().returns(true, LeafMetricsRefresh::isRunning);
        });
        assertThat(followers).singleElement().returns(false, LeafMetricsRefresh::isRunning);
    }

    @Test
    void aNegativeLimitOfTagsIsRefused() {
        runner.withPropertyValues("leaf.metrics.max-tags=-1")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("max-tags must be at least 0"));
    }
}
