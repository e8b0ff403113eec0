package io.leafid.autoconfigure.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.SnowflakeLayout;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSnowflakeAutoConfiguration;
import io.leafid.lease.LeaseKeeper;
import io.leafid.lease.LeaseStatus;
import io.leafid.test.workerid.InMemoryWorkerIdRegistry;
import io.leafid.time.TimeSource;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;

class StandbyReadinessTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private final TimeSource time = TimeSource.system();
    private final InMemoryWorkerIdRegistry registry = new InMemoryWorkerIdRegistry(time);
    private final WorkerIdHolder primary = registry.pooled(new NodeIdentity("10.0.0.9", 8080), time);

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        ApplicationAvailabilityAutoConfiguration.class,
        LeafAutoConfiguration.class,
        LeafSnowflakeAutoConfiguration.class
    })
    static class Application {}

    private ConfigurableApplicationContext start() {
        NodeIdentity own = new NodeIdentity("10.0.0.1", 8080);
        return new SpringApplicationBuilder(Application.class)
                .initializers(context -> ((GenericApplicationContext) context)
                        .registerBean(WorkerIdHolder.class, () -> registry.pooled(own, time)))
                .properties(
                        "spring.main.banner-mode=off",
                        "spring.main.web-application-type=none",
                        "leaf.name=orders",
                        "leaf.snowflake.enabled=true",
                        "leaf.snowflake.standby=true",
                        "leaf.snowflake.worker-ids=0-0",
                        "leaf.snowflake.report-interval=100ms",
                        "leaf.snowflake.host=10.0.0.1",
                        "leaf.snowflake.port=8080",
                        "leaf.snowflake.state-directory=" + directory)
                .run();
    }

    private WorkerIdLease lease() {
        return primary.acquire(LeaseRequest.of(
                new NodeIdentity("10.0.0.9", 8080), new WorkerIdRange(0, 0), SnowflakeLayout.DEFAULT, time));
    }

    private static ReadinessState readiness(ConfigurableApplicationContext context) {
        return context.getBean(ApplicationAvailability.class).getReadinessState();
    }

    @Test
    void trafficIsRefusedUntilTheStandbyHasAWorkerId() {
        WorkerIdLease held = lease();
        try (ConfigurableApplicationContext context = start()) {
            assertThat(context.getBean(LeaseKeeper.class).status().state()).isEqualTo(LeaseStatus.State.STANDBY);
            assertThat(readiness(context)).isEqualTo(ReadinessState.REFUSING_TRAFFIC);

            primary.release(held, time.currentTimeMillis());

            await().atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(readiness(context)).isEqualTo(ReadinessState.ACCEPTING_TRAFFIC));
        }
    }

    @Test
    void refusalOfTheApplicationStands() {
        WorkerIdLease held = lease();
        try (ConfigurableApplicationContext context = start()) {
            AvailabilityChangeEvent.publish(context, ReadinessState.REFUSING_TRAFFIC);

            primary.release(held, time.currentTimeMillis());

            LeaseKeeper keeper = context.getBean(LeaseKeeper.class);
            await().atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(keeper.status().state()).isEqualTo(LeaseStatus.State.HELD));
            await().during(Duration.ofMillis(300))
                    .atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(readiness(context)).isEqualTo(ReadinessState.REFUSING_TRAFFIC));
        }
    }

    @Test
    void primaryIsReadyAtOnce() {
        try (ConfigurableApplicationContext context = start()) {
            assertThat(readiness(context)).isEqualTo(ReadinessState.ACCEPTING_TRAFFIC);
        }
    }

    /** As after a pause, in which another took the worker id. */
    @Test
    void trafficIsRefusedOnceAnotherHasTakenTheWorkerId() {
        try (ConfigurableApplicationContext context = start()) {
            registry.giveTo(new NodeIdentity("10.0.0.9", 8080), 0, time.currentTimeMillis() + 600_000);

            await().atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(readiness(context)).isEqualTo(ReadinessState.REFUSING_TRAFFIC));
            registry.giveTo(new NodeIdentity("10.0.0.9", 8080), 0, time.currentTimeMillis());
            await().atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(readiness(context)).isEqualTo(ReadinessState.ACCEPTING_TRAFFIC));
        }
    }
}
