package io.leafid.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.LeafEvent;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.testing.OperatedApplication;
import io.leafid.testing.ZooKeeperServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The endpoint, health, metrics and events of worker ids, on registries as they are in service. */
class RegistryViewsIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private OperatedApplication application(int number, String mode, String... properties) {
        List<String> all = new ArrayList<>(List.of(
                "leaf.snowflake.enabled=true",
                "leaf.snowflake.mode=" + mode,
                "leaf.snowflake.host=10.0.0." + number,
                "leaf.snowflake.port=8080",
                "leaf.snowflake.report-interval=1s",
                "leaf.snowflake.state-directory=" + directory.resolve(mode + number),
                "management.endpoint.health.show-details=always"));
        all.addAll(List.of(properties));
        return new OperatedApplication(all.toArray(String[]::new));
    }

    private static JsonNode snowflake(OperatedApplication application) {
        return application.json("/actuator/leaf", 200).get("snowflake");
    }

    @ParameterizedTest
    @ValueSource(strings = {"zk_normal", "zk_recycle"})
    void twoNodesSeeEachOtherAndTheLossOfZooKeeper(String mode) {
        try (ZooKeeperServer server = new ZooKeeperServer();
                OperatedApplication first = application(1, mode, "leaf.snowflake.zk.address=" + server.address());
                OperatedApplication second = application(2, mode, "leaf.snowflake.zk.address=" + server.address())) {
            showsBothLeases(first, second, mode);

            server.stop();
            await().atMost(PATIENCE)
                    .until(() ->
                            snowflake(second).at("/lease/registry").asString().equals("DOWN"));
            long id = second.bean(SnowflakeIdGenerator.class).nextId();
            await().atMost(PATIENCE) // an answer that was under way may still come, and end this outage
                    .untilAsserted(() -> assertThat(second.json("/actuator/health", 200)
                                    .at("/components/leaf/details/snowflake/reason")
                                    .asString())
                            .containsAnyOf(
                                    "the registry of worker ids does not answer; ",
                                    "the registry of worker ids fails ("));
            assertThat(snowflake(second).get("leases")).as("as read last").hasSize(2);
            await().atMost(PATIENCE).until(() -> !second.events().isEmpty()); // told on a thread of its own
            assertThat(second.events().get(0)).isInstanceOf(LeafEvent.WorkerIdRegistryDown.class);
            await().atMost(PATIENCE) // a call that hangs is told of before it has failed
                    .untilAsserted(() -> assertThat(second.text("/actuator/prometheus", 200))
                            .containsPattern("leaf_lease_extension_seconds_count\\{outcome=\"failure\"} [1-9]"));

            server.restart();
            await().atMost(PATIENCE)
                    .until(() ->
                            snowflake(second).at("/lease/registry").asString().equals("UP"));
            assertThat(second.bean(SnowflakeIdGenerator.class).nextId()).isGreaterThan(id);
            await().atMost(PATIENCE).until(() -> isUp(second.events()));
            assertTurns(second.events());
        }
    }

    @Test
    void nodeOfTheOriginalIsShownAndCountedWhileItReports() throws Exception {
        try (ZooKeeperServer server = new ZooKeeperServer();
                CuratorFramework operator =
                        CuratorFrameworkFactory.newClient(server.address(), new RetryOneTime(1_000));
                OperatedApplication ours = application(
                        1, "zk_recycle", "leaf.name=moved", "leaf.snowflake.zk.address=" + server.address())) {
            operator.start();
            String node = "/snowflake/moved/forever/10.9.9.9:8080-0000001023";
            byte[] report = "{\"ip\":\"10.9.9.9\",\"port\":\"8080\",\"timestamp\":%d}"
                    .formatted(System.currentTimeMillis())
                    .getBytes(StandardCharsets.UTF_8);
            operator.create().creatingParentsIfNeeded().forPath(node, report);

            await().atMost(PATIENCE).untilAsserted(() -> {
                operator.setData().forPath(node, report);
                assertThat(ours.text("/actuator/prometheus", 200)).contains("leaf_lease_foreign 1.0");
            });
            assertThat(snowflake(ours).get("leases").valueStream())
                    .extracting(lease -> lease.get("owner").asString() + " "
                            + lease.get("writer").asString())
                    .containsExactly("10.0.0.1:8080 leaf", "10.9.9.9:8080 original");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(ours.text("/actuator/prometheus", 200))
                            .as("it has stopped")
                            .contains("leaf_lease_foreign 0.0"));
        }
    }

    private static boolean isUp(List<LeafEvent> events) {
        return events.get(events.size() - 1) instanceof LeafEvent.WorkerIdRegistryUp;
    }

    /** An answer that was under way when the server stopped may still come, which is an end of the outage and the begin of another. */
    private static void assertTurns(List<LeafEvent> events) {
        for (int i = 0; i < events.size(); i++) {
            assertThat(events.get(i))
                    .isInstanceOf(
                            (i % 2 == 0) ? LeafEvent.WorkerIdRegistryDown.class : LeafEvent.WorkerIdRegistryUp.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "jdbc_recycle"})
    void twoNodesSeeEachOtherInATable(String mode) {
        String database = "spring.datasource.url=jdbc:h2:mem:" + directory.getFileName();
        try (OperatedApplication first =
                        application(1, mode, database, "spring.datasource.generate-unique-name=false");
                OperatedApplication second =
                        application(2, mode, database, "spring.datasource.generate-unique-name=false")) {
            showsBothLeases(first, second, mode);
        }
    }

    private static void showsBothLeases(OperatedApplication first, OperatedApplication second, String mode) {
        assertThat(snowflake(second).get("mode").asString()).isEqualTo(mode);
        int ofFirst = snowflake(first).get("workerId").asInt();
        int ofSecond = snowflake(second).get("workerId").asInt();
        assertThat(ofSecond).isNotEqualTo(ofFirst);
        assertThat(snowflake(second).at("/lease/owner").asString()).isEqualTo("10.0.0.2:8080");
        assertThat(snowflake(second).at("/clock/peers").asInt()).isEqualTo(1);
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(leases(first))
                    .containsExactlyInAnyOrder(ofFirst + " 10.0.0.1:8080 live self", ofSecond + " 10.0.0.2:8080 live");
            assertThat(leases(second))
                    .containsExactlyInAnyOrder(ofFirst + " 10.0.0.1:8080 live", ofSecond + " 10.0.0.2:8080 live self");
        });
    }

    private static List<String> leases(OperatedApplication application) {
        return snowflake(application)
                .get("leases")
                .valueStream()
                .map(lease -> lease.get("workerId").asInt()
                        + " " + lease.get("owner").asString()
                        + (lease.get("live").asBoolean() ? " live" : "")
                        + (lease.get("self").asBoolean() ? " self" : ""))
                .toList();
    }
}
