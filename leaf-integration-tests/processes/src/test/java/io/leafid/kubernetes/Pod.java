package io.leafid.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.SnowflakeLayout;
import io.leafid.specification.ProcessTraces;
import io.leafid.testing.ChildJvmArchive;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A pod of a workload: a name, an address, a volume and one container at a time, which is a process that is started, probed
 * and ended as the manifest says and the kubelet does it. For one thread.
 */
final class Pod {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final Manifest workload;
    private final String name;
    private final String address;
    private final int port;
    private final Path volume;
    private final Path logs;
    private final Map<String, String> changed;
    private final List<Process> containers = new ArrayList<>();

    /**
     * Makes a pod without a container yet.
     *
     * @param workload whose pod it is
     * @param name its name, which is the host name of its container
     * @param address its own address of this machine
     * @param port what stands for the container's port, which may be in use on this machine
     * @param volume what stands for its volume
     * @param logs where each container leaves its output and its ids
     * @param changed what the environment has instead of what the manifest says
     */
    Pod(Manifest workload, String name, String address, int port, Path volume, Path logs, Map<String, String> changed) {
        this.workload = workload;
        this.name = name;
        this.address = address;
        this.port = port;
        this.volume = volume;
        this.logs = logs;
        this.changed = changed;
    }

    String name() {
        return name;
    }

    /** Starts a container: the first one, or the next. */
    Pod start() {
        containers.add(launch(name + "-" + containers.size()));
        return this;
    }

    private Process launch(String run) {
        List<String> command = ChildJvmArchive.command(
                PodProcess.class,
                "-Duser.home=" + logs.resolve("home-" + name),
                ProcessTraces.option(logs.resolveSibling(PodProcess.REGISTRY)));
        command.addAll(List.of(
                logs.resolve(run + ".ids").toString(),
                "--server.address=" + address,
                "--server.port=" + port,
                "--spring.main.banner-mode=off",
                "--spring.flyway.enabled=false", // both are there for tests of their own
                "--spring.liquibase.enabled=false"));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment()
                .keySet()
                .removeIf(variable -> variable.startsWith("XDG_") || variable.equals("STATE_DIRECTORY"));
        builder.environment().putAll(environment());
        try {
            return builder.redirectErrorStream(true)
                    .redirectOutput(logs.resolve(run + ".out").toFile())
                    .start();
        } catch (IOException ex) {
            throw new AssertionError(name + " does not start", ex);
        }
    }

    private Map<String, String> environment() {
        String ordinal = name.substring(name.lastIndexOf('-') + 1);
        Map<String, String> environment = workload.environment(Map.of(
                "metadata.name",
                name,
                "metadata.labels['apps.kubernetes.io/pod-index']",
                ordinal,
                "shop-db/username",
                "sa",
                "shop-db/password",
                "secret"));
        environment.put("HOSTNAME", name);
        environment.putAll(changed);
        String mounted = workload.container().parts("volumeMounts").get(0).text("mountPath");
        environment.replaceAll((variable, value) -> value.replace(mounted, volume.toString()));
        return environment;
    }

    /** Waits until the readiness probe succeeds, starting the container again as often as it ends by itself. */
    Pod awaitReady() {
        await(name + " is ready")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    if (!current().isAlive()) {
                        start();
                    }
                    return probe("readiness") == 200;
                });
        return this;
    }

    /** Waits until the container has ended by itself. */
    Pod awaitEnd() {
        await(name + " ends").atMost(PATIENCE).until(() -> !isRunning());
        return this;
    }

    /** The status that a probe of the container gets, 0 if it is not answered. */
    int probe(String kind) {
        Manifest probe = workload.container().part(kind + "Probe.httpGet");
        assertThat(probe.text("port"))
                .isEqualTo(workload.container().parts("ports").get(0).text("name"));
        try {
            HttpRequest request = HttpRequest.newBuilder(uri(probe.text("path")))
                    .timeout(Duration.ofSeconds(5))
                    .build();
            return CLIENT.send(request, BodyHandlers.ofString()).statusCode();
        } catch (IOException ex) {
            return 0;
        } catch (InterruptedException ex) {
            throw new AssertionError(ex);
        }
    }

    /** Sends a request that asks for an id when some seconds have passed. */
    CompletableFuture<String> order(String tag, int seconds) {
        HttpRequest request = HttpRequest.newBuilder(uri("/orders/" + tag + "/after/" + seconds))
                .build();
        return CLIENT.sendAsync(request, BodyHandlers.ofString()).thenApply(response -> {
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            return response.body();
        });
    }

    private URI uri(String path) {
        return URI.create("http://" + address + ":" + port + path);
    }

    /** Deletes the pod: the pause of its manifest, SIGTERM, and its end within the grace period. Completes with what the end took. */
    CompletableFuture<Duration> delete() {
        int pause = workload.container().number("lifecycle.preStop.sleep.seconds");
        return CompletableFuture.supplyAsync(
                this::terminate, CompletableFuture.delayedExecutor(pause, TimeUnit.SECONDS));
    }

    /** Sends SIGTERM and waits for the end, which must come within what the pause leaves of the grace period. */
    Duration terminate() {
        long pause = workload.container().number("lifecycle.preStop.sleep.seconds");
        long grace = workload.number("spec.template.spec.terminationGracePeriodSeconds") - pause;
        long begun = System.nanoTime();
        current().destroy();
        try {
            current().onExit().get(grace, TimeUnit.SECONDS);
        } catch (TimeoutException ex) {
            throw new AssertionError("%s has not ended within %d s\n%s".formatted(name, grace, output()), ex);
        } catch (Exception ex) {
            throw new AssertionError(ex);
        }
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /** Kills the container, as the kernel does with one that takes too much memory. */
    Pod kill() {
        try {
            current().destroyForcibly().waitFor();
        } catch (InterruptedException ex) {
            throw new AssertionError(ex);
        }
        return this;
    }

    boolean isRunning() {
        return current().isAlive();
    }

    /** How many containers it has had. */
    int starts() {
        return containers.size();
    }

    private Process current() {
        return containers.get(containers.size() - 1);
    }

    /** What its containers have written to the log. */
    String output() {
        StringBuilder output = new StringBuilder();
        for (int i = 0; i < containers.size(); i++) {
            output.append(textOf(logs.resolve(name + "-" + i + ".out")));
        }
        return output.toString();
    }

    private static String textOf(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException ex) {
            throw new AssertionError(ex);
        }
    }

    /** The worker id of the last container, read off its first id. */
    int workerId() {
        int last = containers.size() - 1;
        await(name + " issues ids").atMost(PATIENCE).until(() -> !idsOf(last).isEmpty());
        return SnowflakeLayout.DEFAULT.unpack(idsOf(last).get(0)).workerId();
    }

    /** All ids that its containers have issued. */
    List<Long> ids() {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < containers.size(); i++) {
            ids.addAll(idsOf(i));
        }
        return ids;
    }

    private List<Long> idsOf(int container) {
        Path file = logs.resolve(name + "-" + container + ".ids");
        List<Long> ids = new ArrayList<>();
        if (Files.exists(file)) {
            try {
                ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
                while (bytes.remaining() >= Long.BYTES) { // the last one may be written only in part
                    ids.add(bytes.getLong());
                }
            } catch (IOException ex) {
                throw new AssertionError(ex);
            }
        }
        return ids;
    }
}
