package io.leafid.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.specification.EventFile;
import io.leafid.specification.ProcessTraces;
import io.leafid.testing.FreePorts;
import io.leafid.testing.ZooKeeperServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * What the page about Kubernetes says, with a process for each container and the manifests of that page. Some twenty containers
 * start, and a third of the time they wait for each other, so the tests run beside each other.
 */
@Execution(ExecutionMode.CONCURRENT)
class KubernetesIT {

    private static final Manifest DEPLOYMENT = Manifest.workload("Deployment", "orders");
    private static final Manifest WITH_DATABASE = Manifest.workload("Deployment", "shop");
    private static final Manifest STATEFUL_SET = Manifest.workload("StatefulSet", "orders");
    private static final Manifest ONE_INSTANCE = Manifest.workload("StatefulSet", "ids");

    /** Between the address of this machine and those that other tests may use. */
    private static final int FIRST_ADDRESS = 101;

    @TempDir
    private Path directory;

    private final List<Pod> pods = new ArrayList<>();
    private final int port = FreePorts.next();
    private String jdbcUrl = "jdbc:h2:mem:none";
    private ZooKeeperServer zooKeeper;

    @BeforeEach
    void startZooKeeper() {
        zooKeeper = new ZooKeeperServer();
    }

    @AfterEach
    void stopAll() {
        pods.forEach(Pod::kill);
        zooKeeper.close();
    }

    @Test
    void rollingUpdateGoesThroughWithOneSpareWorkerId() throws IOException {
        Rollout rollout = new Rollout(DEPLOYMENT, 2, maxSurge(DEPLOYMENT));
        rollout.begin("0-2");
        Pod crashing = rollout.current().get(0);
        int workerId = crashing.workerId();
        crashing.kill().start().awaitReady();
        assertThat(crashing.workerId()).isEqualTo(workerId);

        rollout.update();

        assertThat(rollout.current())
                .extracting(Pod::workerId)
                .doesNotHaveDuplicates()
                .allMatch(id -> id <= 3);
        assertLeasesFollowTheSpecification();
    }

    /** Without surge a former pod ends while its successor starts, which finds no worker id until the former one has gone. */
    @Test
    void rollingUpdateGoesThroughWithoutASpareWorkerId() throws IOException {
        Manifest strategy = Manifest.all().stream()
                .filter(part -> part.find("kind") == null && part.find("spec.strategy.rollingUpdate") != null)
                .findFirst()
                .orElseThrow();
        assertThat(maxSurge(strategy)).isZero();
        assertThat(strategy.number("spec.strategy.rollingUpdate.maxUnavailable"))
                .isEqualTo(1);
        Rollout rollout = new Rollout(DEPLOYMENT, 1, maxSurge(strategy));
        rollout.begin("0-0");

        rollout.update();

        assertThat(rollout.current()).singleElement().satisfies(pod -> {
            assertThat(pod.workerId()).isZero();
            assertThat(pod.starts()).isGreaterThan(1);
            assertThat(pod.output()).contains("no worker id of 0-0 is free").doesNotContain("\tat ");
        });
        assertLeasesFollowTheSpecification();
    }

    @Test
    void rollingUpdateGoesThroughWithWorkerIdsOfADatabase() throws Exception {
        Server database =
                Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        try {
            jdbcUrl = "jdbc:h2:tcp://localhost:%d/mem:shop;DB_CLOSE_DELAY=-1".formatted(database.getPort());
            Rollout rollout = new Rollout(WITH_DATABASE, 1, maxSurge(WITH_DATABASE));
            rollout.begin("0-1");

            rollout.update();

            assertThat(rollout.current())
                    .extracting(Pod::workerId)
                    .doesNotHaveDuplicates()
                    .allMatch(id -> id <= 1);
            assertLeasesFollowTheSpecification();
        } finally {
            pods.forEach(Pod::kill);
            database.stop();
        }
    }

    private static int maxSurge(Manifest workload) {
        return workload.number("spec.strategy.rollingUpdate.maxSurge");
    }

    @Test
    void ordinalIsTheWorkerIdWhateverThePodsAddress() throws IOException {
        int replicas = 2;
        List<Pod> first = new ArrayList<>();
        for (int ordinal = 0; ordinal < replicas; ordinal++) {
            first.add(pod(STATEFUL_SET, "orders-" + ordinal, volume("pvc-" + ordinal), Map.of())
                    .start());
        }
        first.forEach(Pod::awaitReady);
        assertThat(first).extracting(Pod::workerId).containsExactly(0, 1);
        first.get(0).terminate();
        first.get(1).kill();

        List<Pod> second = new ArrayList<>();
        for (int ordinal = 0; ordinal < replicas; ordinal++) {
            Map<String, String> index =
                    (ordinal == 0) ? Map.of() : Map.of("LEAF_SNOWFLAKE_LOCAL_WORKERID", "" + ordinal);
            second.add(pod(STATEFUL_SET, "orders-" + ordinal, volume("pvc-" + ordinal), index)
                    .start());
        }
        second.forEach(Pod::awaitReady);

        assertThat(second).extracting(Pod::workerId).containsExactly(0, 1);
        assertThat(second).extracting(Pod::starts).containsOnly(1);
        assertNoIdTwice();
    }

    @Test
    void oneInstanceKeepsBothEnginesOnItsVolume() throws Exception {
        Path volume = volume("pvc");
        Pod first = pod(ONE_INSTANCE, "ids-0", volume, Map.of()).start().awaitReady();
        long before = Long.parseLong(first.order("order", 0).get(1, TimeUnit.MINUTES));
        first.kill();

        Pod second = pod(ONE_INSTANCE, "ids-0", volume, Map.of()).start().awaitReady();

        assertThat(Long.parseLong(second.order("order", 0).get(1, TimeUnit.MINUTES)))
                .isGreaterThan(before);
        assertThat(second.workerId()).isZero();
        assertNoIdTwice();
    }

    @Test
    void podWithoutIdsGetsNoRequestsAndIsNotRestartedAndEndsWhileTheRegistryHangs() throws Exception {
        Pod pod = pod(DEPLOYMENT, "orders-7c9f-x1", volume("x1"), Map.of("LEAF_SNOWFLAKE_RECYCLE_RESERVATION", "6s"))
                .start()
                .awaitReady();

        zooKeeper.link().silence(true);
        await("refused").atMost(Duration.ofMinutes(3)).until(() -> pod.probe("readiness") == 503);
        assertThat(pod.probe("liveness")).isEqualTo(200);

        zooKeeper.link().silence(false);
        await("ready again").atMost(Duration.ofMinutes(3)).until(() -> pod.probe("readiness") == 200);
        CompletableFuture<String> inFlight = pod.order("order", 2);
        await("in flight")
                .atMost(Duration.ofMinutes(1))
                .until(() -> pod.output().contains(PodProcess.ORDERED));
        zooKeeper.link().silence(true);
        Duration end = pod.terminate();

        assertThat(inFlight.get(1, TimeUnit.MINUTES)).matches("\\d+");
        int pause = DEPLOYMENT.container().number("lifecycle.preStop.sleep.seconds");
        assertThat(end).isLessThan(ShutdownSteps.ofThePage().total().minusSeconds(pause));
        assertLeasesFollowTheSpecification();
    }

    private Pod pod(Manifest workload, String name, Path volume, Map<String, String> changed) throws IOException {
        Map<String, String> environment = new HashMap<>(changed);
        environment.put("LEAF_SNOWFLAKE_ZK_ADDRESS", zooKeeper.address());
        if (workload.equals(WITH_DATABASE)) {
            environment.put("SPRING_DATASOURCE_URL", jdbcUrl);
            environment.put("LEAF_JDBC_INITIALIZESCHEMA", "always");
        }
        Path logs = Files.createDirectory(directory.resolve("pod-" + pods.size()));
        Pod pod = new Pod(workload, name, "127.0.0." + (FIRST_ADDRESS + pods.size()), port, volume, logs, environment);
        pods.add(pod);
        return pod;
    }

    private Path volume(String name) throws IOException {
        return Files.createDirectories(directory.resolve("volumes").resolve(name));
    }

    /** Of pods whose worker ids a registry gives. */
    private void assertLeasesFollowTheSpecification() throws IOException {
        assertNoIdTwice();
        new ProcessTraces()
                .addLeases(
                        PodProcess.REGISTRY, EventFile.all(directory.resolve(PodProcess.REGISTRY), PodProcess.REGISTRY))
                .requireFollowed(directory);
    }

    private void assertNoIdTwice() {
        pods.forEach(Pod::kill);
        Set<Long> all = new HashSet<>();
        for (Pod pod : pods) {
            for (long id : pod.ids()) {
                assertThat(all.add(id))
                        .as("%s is the only one to have issued %d", pod.name(), id)
                        .isTrue();
            }
        }
        assertThat(all).hasSizeGreaterThan(100);
    }

    /** What the controller of a Deployment does: pods that shut down do not count, neither as available nor as surge. */
    private final class Rollout {

        private final Manifest workload;
        private final int replicas;
        private final int maxSurge;
        private final List<Pod> current = new ArrayList<>();
        private String workerIds = "";
        private int made;

        Rollout(Manifest workload, int replicas, int maxSurge) {
            this.workload = workload;
            this.replicas = replicas;
            this.maxSurge = maxSurge;
        }

        List<Pod> current() {
            return current;
        }

        void begin(String range) throws IOException {
            workerIds = range;
            for (int i = 0; i < replicas; i++) {
                current.add(started());
            }
            current.forEach(Pod::awaitReady);
        }

        /** Replaces each pod by one with another name: before it ends if there is a surge, else while it ends. */
        void update() throws IOException {
            List<CompletableFuture<Duration>> deletions = new ArrayList<>();
            for (Pod former : List.copyOf(current)) {
                if (maxSurge > 0) {
                    current.add(started().awaitReady());
                    deletions.add(former.delete());
                } else {
                    Pod next = started().awaitEnd();
                    deletions.add(former.delete());
                    current.add(next.awaitReady());
                }
                current.remove(former);
            }
            deletions.forEach(CompletableFuture::join);
        }

        private Pod started() throws IOException {
            String name = workload.text("metadata.name") + "-7c9f-" + Integer.toString(++made, Character.MAX_RADIX);
            return pod(workload, name, volume(name), Map.of("LEAF_SNOWFLAKE_WORKERIDS", workerIds))
                    .start();
        }
    }
}
