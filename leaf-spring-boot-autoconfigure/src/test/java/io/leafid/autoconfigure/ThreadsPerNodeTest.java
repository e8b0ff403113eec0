package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.IdGenerator;
import io.leafid.lease.LeaseKeeper;
import io.leafid.segment.store.SegmentStore;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.testing.NewThreads;
import io.leafid.testing.ZooKeeperServer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** How many threads a node costs. */
class ThreadsPerNodeTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    /** On a machine that is busy at the moment much takes longer, so that more workers are made. */
    @Test
    void bothEnginesOnZooKeeperShareOneTimerAndAFewWorkers() {
        await().atMost(PATIENCE.multipliedBy(2)).untilAsserted(this::requireFewThreads);
    }

    private void requireFewThreads() {
        ZooKeeperServer server = ZooKeeperServer.shared();
        NewThreads threads = new NewThreads();
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        LeafAutoConfiguration.class,
                        LeafSegmentAutoConfiguration.class,
                        LeafSnowflakeAutoConfiguration.class,
                        LeafRoutingAutoConfiguration.class,
                        LeafActuatorAutoConfiguration.class))
                .withBean(SegmentStore.class, InMemorySegmentStore::new)
                .withPropertyValues(
                        "leaf.name=threads",
                        "leaf.segment.enabled=true",
                        "leaf.segment.wait-timeout=60s",
                        "leaf.segment.auto-create.enabled=true",
                        "leaf.segment.preload-recent=false",
                        "leaf.snowflake.enabled=true",
                        "leaf.snowflake.mode=zk_recycle",
                        "leaf.snowflake.host=10.0.0.1",
                        "leaf.snowflake.port=8080",
                        "leaf.snowflake.report-interval=200ms",
                        "leaf.snowflake.state-directory=" + directory,
                        "leaf.snowflake.zk.address=" + server.address())
                .run(context -> {
                    context.getBean(IdGenerator.class).nextId("order");
                    LeaseKeeper keeper = context.getBean(LeaseKeeper.class);
                    long calls = keeper.extensions().succeeded();
                    await().atMost(PATIENCE).until(() -> keeper.extensions().succeeded() > calls + 10);

                    assertThat(threads.named("leaf-timer")).hasSize(1);
                    assertThat(threads.named("leaf"))
                            .as(
                                    "a timer, registry and disk, metrics, and those of allocations and look-ups until they are idle")
                            .hasSizeLessThanOrEqualTo(8);
                });
    }
}
