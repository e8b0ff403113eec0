package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.LeafEvent;
import io.leafid.WorkerIdUnavailableException;
import io.leafid.lease.LeaseKeeper;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.test.workerid.InMemoryWorkerIdRegistry;
import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdHolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.event.EventListener;

/** A listener of the application that takes its time holds up neither renewals nor callers. */
class SlowListenerTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    @Test
    void idsGoOnAfterAShortOutageThatAListenerHasNotDigestedYet() {
        NodeIdentity identity = new NodeIdentity("10.0.0.1", 8080);
        InMemoryWorkerIdRegistry.Holder registry =
                new InMemoryWorkerIdRegistry(TimeSource.system()).fixed(identity, TimeSource.system());
        Listener listener = new Listener();
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(LeafAutoConfiguration.class, LeafSnowflakeAutoConfiguration.class))
                .withPropertyValues(
                        "leaf.snowflake.enabled=true",
                        "leaf.snowflake.host=10.0.0.1",
                        "leaf.snowflake.port=8080",
                        "leaf.snowflake.report-interval=200ms",
                        "leaf.snowflake.reservation=2s",
                        "leaf.snowflake.state-directory=" + directory)
                .withBean(WorkerIdHolder.class, () -> registry)
                .withBean(Listener.class, () -> listener)
                .run(context -> {
                    LeaseKeeper keeper = context.getBean(LeaseKeeper.class);
                    registry.connected(false);
                    await().atMost(PATIENCE).until(() -> !keeper.status().registryUp());
                    registry.connected(true);
                    await().atMost(PATIENCE)
                            .until(() -> keeper.status().registryUp()); // the listener still holds the first event
                    int calls = registry.calls();
                    await().atMost(PATIENCE).until(() -> registry.calls() > calls + 15); // more than the reservation

                    await().atMost(PATIENCE)
                            .ignoreExceptionsInstanceOf(WorkerIdUnavailableException.class)
                            .until(() ->
                                    context.getBean(SnowflakeIdGenerator.class).nextId() > 0);
                    assertThat(listener.heard).isEmpty();
                    listener.release.countDown();
                    await().atMost(PATIENCE)
                            .untilAsserted(() -> assertThat(
                                            listener.heard.stream().limit(2))
                                    .as("a busy machine may take a late call for one more outage")
                                    .hasExactlyElementsOfTypes(
                                            LeafEvent.WorkerIdRegistryDown.class, LeafEvent.WorkerIdRegistryUp.class));
                });
    }

    /** A listener as an application has it, that waits for a mail server. */
    static final class Listener {

        private final CountDownLatch release = new CountDownLatch(1);
        private final List<LeafEvent> heard = new CopyOnWriteArrayList<>();

        @EventListener
        void on(LeafEvent event) throws InterruptedException {
            release.await();
            heard.add(event);
        }
    }
}
