package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.IdGenerator;
import io.leafid.SnowflakeId;
import io.leafid.SnowflakeLayout;
import io.leafid.actuate.LeafEndpoint;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.lease.LeaseKeeper;
import io.leafid.lease.LeaseStatus;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.test.workerid.InMemoryWorkerIdRegistry;
import io.leafid.testing.CapturedLog;
import io.leafid.testing.NewThreads;
import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.file.LocalHolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class LeafSnowflakeAutoConfigurationTest {

    @TempDir
    private Path directory;

    private ApplicationContextRunner contextRunner;

    @BeforeEach
    void prepare() {
        contextRunner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        LeafAutoConfiguration.class,
                        LeafSegmentAutoConfiguration.class,
                        LeafSnowflakeAutoConfiguration.class,
                        LeafRoutingAutoConfiguration.class))
                .withPropertyValues(
                        "leaf.name=orders",
                        "leaf.snowflake.enabled=true",
                        "leaf.snowflake.host=10.0.0.1",
                        "leaf.snowflake.port=8080",
                        "leaf.snowflake.state-directory=" + directory);
    }

    /** What {@code Number.isSafeInteger} asks for; at any rate, over full milliseconds and with the largest worker id. */
    @ParameterizedTest
    @ValueSource(ints = {0, 31})
    void everyIdOfPresetJavascriptIsASafeInteger(int workerId) {
        contextRunner
                .withPropertyValues(
                        "leaf.snowflake.mode=local",
                        "leaf.snowflake.layout.preset=javascript",
                        "leaf.snowflake.local.worker-id=" + workerId)
                .run(context -> {
                    SnowflakeIdGenerator generator = context.getBean(SnowflakeIdGenerator.class);
                    for (long id : generator.nextIds(5_000)) {
                        assertThat(id).isBetween(0L, 9_007_199_254_740_991L);
                        assertThat((long) (double) id).isEqualTo(id);
                        assertThat(generator.decode(id).workerId()).isEqualTo(workerId);
                    }
                });
    }

    @Test
    void layoutThatEndsWithinAYearIsWarnedOf() {
        Instant last = Instant.now().plus(Duration.ofDays(200));
        try (CapturedLog log = new CapturedLog("io.leafid.snowflake")) {
            contextRunner
                    .withPropertyValues(
                            "leaf.snowflake.mode=local",
                            "leaf.snowflake.local.worker-id=1",
                            "leaf.snowflake.layout.timestamp-bits=38",
                            "leaf.snowflake.layout.worker-id-bits=13",
                            "leaf.snowflake.epoch=" + last.minusMillis(1L << 38))
                    .run(context -> assertThat(context).hasNotFailed());

            assertThat(log.warnings()).singleElement().asString().startsWith("timestamps run out at ");
        }
    }

    @Test
    void idsBeginAboveTheIdOfStartAfter() {
        long largest = SnowflakeLayout.DEFAULT.pack(System.currentTimeMillis() + 1_000, 1_023, 4_095);
        contextRunner
                .withPropertyValues(
                        "leaf.snowflake.mode=local",
                        "leaf.snowflake.local.worker-id=7",
                        "leaf.snowflake.start-after=" + largest)
                .run(context -> assertThat(context.getBean(IdGenerator.class).nextId("payment"))
                        .isGreaterThan(largest));
    }

    @Test
    void startAfterAnHourFromNowIsRefused() {
        contextRunner
                .withPropertyValues(
                        "leaf.snowflake.mode=local",
                        "leaf.snowflake.local.worker-id=7",
                        "leaf.snowflake.start-after=" + Instant.now().plus(Duration.ofHours(1)))
                .run(context -> assertThat(
                                Stream.iterate(context.getStartupFailure(), Objects::nonNull, Throwable::getCause)
                                        .filter(LeafStartException.class::isInstance)
                                        .findFirst()
                                        .orElseThrow())
                        .isInstanceOfSatisfying(LeafStartException.class, failure -> {
                            assertThat(failure.description()).contains("but ids may not be of a time before");
                            assertThat(failure.action())
                                    .startsWith("Start again then, or correct leaf.snowflake.start-after.");
                        }));
    }

    @Test
    void theWorkerIdOfTheConfigurationIsUsed() {
        contextRunner
                .withPropertyValues("leaf.snowflake.mode=local", "leaf.snowflake.local.worker-id=7")
                .run(context -> {
                    SnowflakeIdGenerator generator = context.getBean(SnowflakeIdGenerator.class);
                    SnowflakeId id = generator.decode(generator.nextId("payment"));

                    assertThat(id.workerId()).isEqualTo(7);
                    assertThat(context).hasSingleBean(IdGenerator.class);
                });
    }

    /** A run had borrowed an hour, and the clock is right again. */
    @Test
    void restartWithinTheLeadThatIsAllowedGoesOnAtOnceAboveWhatWasUsed() throws IOException {
        Instant used = Instant.now().plus(Duration.ofMinutes(50));
        Files.writeString(
                Files.createDirectories(directory.resolve("8080")).resolve("workerID.json"),
                "{\"ip\":\"10.0.0.1\",\"port\":\"8080\",\"workId\":23,\"timestamp\":%d}"
                        .formatted(used.toEpochMilli()));
        ApplicationContextRunner local = contextRunner.withPropertyValues(
                "leaf.snowflake.mode=local", "leaf.snowflake.local.worker-id=23", "leaf.snowflake.clock.max-lead=1h");

        local.run(context ->
                assertThat(context).getFailure().rootCause().hasMessageContaining("the clock is 50 minutes"));
        local.withPropertyValues("leaf.snowflake.clock.on-backwards=borrow").run(context -> {
            SnowflakeIdGenerator generator = context.getBean(SnowflakeIdGenerator.class);
            for (long id : generator.nextIds(5_000)) {
                assertThat(generator.decode(id).timestamp()).isAfterOrEqualTo(used);
            }
        });
    }

    @Test
    void theWorkerIdOfTheMapIsUsed() {
        contextRunner
                .withPropertyValues(
                        "leaf.snowflake.mode=local",
                        "leaf.snowflake.local.workIdMap={\"10.0.0.1:8080\":5,\"10.0.0.2:8080\":6}")
                .run(context -> assertThat(
                                context.getBean(LeaseKeeper.class).window().workerId())
                        .isEqualTo(5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "MYSQL", "MySql", "jdbc", "JDBC", "jdbc_recycle", "jdbc-recycle", "JDBC_RECYCLE"})
    void everySpellingOfAModeCounts(String mode) {
        contextRunner.withPropertyValues("leaf.snowflake.mode=" + mode).run(context -> {
            assertThat(context.getBean(LeaseKeeper.class).status().state()).isEqualTo(LeaseStatus.State.HELD);
            assertThat(context.getBean(SnowflakeIdGenerator.class).nextId()).isPositive();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"zk_normal", "zkNormal", "zk-recycle", "zk_recycle", "zkRecycle"})
    void worksOnZooKeeperInEverySpelling(String mode) throws Exception {
        try (TestingServer server = new TestingServer()) {
            contextRunner
                    .withBean(ByType.class)
                    .withPropertyValues(
                            "leaf.snowflake.mode=" + mode, "leaf.snowflake.zk.address=" + server.getConnectString())
                    .run(context -> {
                        assertThat(context.getBean(LeaseKeeper.class).status().state())
                                .isEqualTo(LeaseStatus.State.HELD);
                        assertThat(context.getBean(ByType.class).isFound()).isFalse();
                    });
        }
    }

    /** What the application would find if it asked for a client by type. */
    static final class ByType {

        private final ObjectProvider<CuratorFramework> clients;

        ByType(ObjectProvider<CuratorFramework> clients) {
            this.clients = clients;
        }

        boolean isFound() {
            return clients.getIfAvailable() != null;
        }
    }

    @Test
    void connectionDetailsWinOverTheProperties() throws Exception {
        try (TestingServer server = new TestingServer()) {
            contextRunner
                    .withBean(LeafZooKeeperConnectionDetails.class, () -> server::getConnectString)
                    .withPropertyValues("leaf.snowflake.zk.address=localhost:1")
                    .run(context -> assertThat(
                                    context.getBean(SnowflakeIdGenerator.class).nextId())
                            .isPositive());
        }
    }

    /** One that the rest of the application finds by type, and one that it does not find. */
    @ParameterizedTest
    @ValueSource(classes = {ClientConfiguration.class, ClientForLeafAloneConfiguration.class})
    void aQualifiedClientOfTheApplicationIsUsedAndLeftOpen(Class<?> configuration) throws Exception {
        try (TestingServer server = new TestingServer();
                CuratorFramework client =
                        CuratorFrameworkFactory.newClient(server.getConnectString(), new RetryOneTime(10))) {
            client.start();
            ClientConfiguration.SHARED.set(client);
            contextRunner.withUserConfiguration(configuration).run(context -> {
                assertThat(context).hasSingleBean(CuratorFramework.class);
                assertThat(context.getBean(SnowflakeIdGenerator.class).nextId()).isPositive();
            });
            assertThat(client.checkExists().forPath("/snowflake/orders/forever"))
                    .isNotNull();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ClientConfiguration {

        private static final AtomicReference<CuratorFramework> SHARED = new AtomicReference<>();

        @Bean(destroyMethod = "")
        @LeafZooKeeper
        CuratorFramework applicationClient() {
            return Objects.requireNonNull(SHARED.get());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ClientForLeafAloneConfiguration {

        @Bean(destroyMethod = "", defaultCandidate = false)
        @LeafZooKeeper
        CuratorFramework applicationClient() {
            return Objects.requireNonNull(ClientConfiguration.SHARED.get());
        }
    }

    @Test
    void aRegistryOfTheApplicationWins() {
        contextRunner
                .withBean(WorkerIdHolder.class, () -> LocalHolders.withWorkerId(directory, 9))
                .run(context -> {
                    assertThat(context.getBean(WorkerIdHolder.class)).isInstanceOf(LocalHolder.class);
                    assertThat(context.getBean(LeaseKeeper.class).window().workerId())
                            .isEqualTo(9);
                });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRegistryOfTheApplicationIsAskedWhetherItsWorkerIdsAreFixed(boolean isFixed) {
        InMemoryWorkerIdRegistry registry = new InMemoryWorkerIdRegistry(TimeSource.system());
        NodeIdentity identity = new NodeIdentity("10.0.0.1", 8080);
        InMemoryWorkerIdRegistry.Holder own = isFixed
                ? registry.fixed(identity, TimeSource.system())
                : registry.pooled(identity, TimeSource.system());
        contextRunner
                .withConfiguration(AutoConfigurations.of(LeafActuatorAutoConfiguration.class))
                .withPropertyValues("management.endpoints.web.exposure.include=leaf")
                .withBean(WorkerIdHolder.class, () -> own)
                .run(context -> {
                    long now = System.currentTimeMillis();
                    assertThat(Duration.ofMillis(registry.ceilingOf(0) - now))
                            .as("10 seconds for a fixed worker id, 10 minutes for a leased one")
                            .isBetween(Duration.ofSeconds(isFixed ? 1 : 500), Duration.ofSeconds(isFixed ? 20 : 610));
                    LeaseKeeper keeper = context.getBean(LeaseKeeper.class);
                    assertThat(keeper.status().reserve().isEndless()).isEqualTo(isFixed);
                    assertThat(keeper.holderName()).isEqualTo("in-memory");
                    assertThat(context.getBean(LeafEndpoint.class)
                                    .leaf(null, null, null)
                                    .snowflake())
                            .satisfies(shown -> assertThat(shown.mode()).isEqualTo("in-memory"));
                });
    }

    @Test
    void withBothEnginesEachTagGoesToItsOwn() {
        contextRunner
                .withPropertyValues(
                        "leaf.snowflake.mode=local",
                        "leaf.snowflake.local.worker-id=7",
                        "leaf.segment.enabled=true",
                        "leaf.segment.wait-timeout=60s",
                        "leaf.segment.auto-create.enabled=true",
                        "leaf.segment.preload-recent=false",
                        "leaf.tags.payment.mode=snowflake")
                .run(context -> {
                    IdGenerator ids = context.getBean(IdGenerator.class);

                    assertThat(ids).isInstanceOf(RoutingIdGenerator.class);
                    assertThat(ids.nextId("order")).isEqualTo(1);
                    assertThat(context.getBean(SnowflakeIdGenerator.class)
                                    .decode(ids.nextId("payment"))
                                    .workerId())
                            .isEqualTo(7);
                    assertThat(context).hasSingleBean(SegmentIdGenerator.class);
                });
    }

    @Test
    void withoutCuratorTheFailureSaysWhatToAdd() {
        contextRunner
                .withPropertyValues("leaf.snowflake.zk.address=localhost:1")
                .withClassLoader(new FilteredClassLoader("org.apache.curator"))
                .run(context -> assertThat(context.getStartupFailure())
                        .hasRootCauseInstanceOf(LeafStartException.class)
                        .rootCause()
                        .hasMessageContaining("leaf-zookeeper is not on the class path"));
    }

    @Test
    void withoutCuratorTheOtherModesWork() {
        contextRunner
                .withPropertyValues("leaf.snowflake.mode=local", "leaf.snowflake.local.worker-id=7")
                .withClassLoader(new FilteredClassLoader("org.apache.curator", "org.apache.zookeeper"))
                .run(context -> assertThat(context).hasSingleBean(SnowflakeIdGenerator.class));
    }

    @Test
    void nothingIsLeftBehindWhenTheContextCloses() {
        NewThreads threads = new NewThreads();
        contextRunner
                .withPropertyValues("leaf.snowflake.mode=local", "leaf.snowflake.local.worker-id=7")
                .run(context -> assertThat(threads.named("leaf-")).isNotEmpty());

        await().untilAsserted(
                        () -> assertThat(threads.named("leaf-")).isEmpty()); // a pool's thread ends soon after the pool
    }
}
