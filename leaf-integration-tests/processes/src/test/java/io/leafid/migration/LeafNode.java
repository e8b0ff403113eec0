package io.leafid.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.testing.ChildJvmArchive;
import io.leafid.testing.OperatedApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import tools.jackson.databind.JsonNode;

/** A node of Leaf with the settings of a page, of which those are replaced that name what a test has elsewhere. */
final class LeafNode implements LongSupplier, AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final OperatedApplication application;

    private LeafNode(OperatedApplication application) {
        this.application = application;
    }

    static LeafNode start(Map<String, String> settings) {
        return new LeafNode(new OperatedApplication(lines(settings, "")));
    }

    /** The log of a start, and its exit code. */
    record Outcome(int exitCode, String output) {}

    /** Starts a node in a process of its own, and ends it. */
    static Outcome check(Map<String, String> settings) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(ChildJvmArchive.command(Application.class));
        command.addAll(List.of(lines(settings, "--")));
        Path output = Files.createTempFile("check", ".txt");
        try {
            int exitCode = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start()
                    .waitFor();
            return new Outcome(exitCode, Files.readString(output));
        } finally {
            Files.delete(output);
        }
    }

    /** Waits until a node starts. */
    static void awaitGood(Map<String, String> settings) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(check(settings))
                        .satisfies(outcome -> assertThat(outcome.exitCode())
                                .as(outcome.output())
                                .isZero()));
    }

    private static String[] lines(Map<String, String> settings, String prefix) {
        return settings.entrySet().stream()
                .map(setting -> prefix + setting.getKey() + "=" + setting.getValue())
                .toArray(String[]::new);
    }

    @Override
    public long getAsLong() {
        return application.bean(SnowflakeIdGenerator.class).nextId("order");
    }

    /** Writers of all worker ids that it knows, in lower case. */
    Map<Integer, String> writers() {
        Map<Integer, String> writers = new TreeMap<>();
        for (JsonNode lease : application.json("/actuator/leaf", 200).at("/snowflake/leases")) {
            writers.put(lease.get("workerId").asInt(), lease.get("writer").asString());
        }
        return writers;
    }

    /** The gauge {@code leaf.lease.foreign}; no number as long as the registry has not been asked. */
    double foreign() {
        return Double.parseDouble(application
                .json("/actuator/metrics/leaf.lease.foreign", 200)
                .at("/measurements/0/value")
                .asString());
    }

    @Override
    public void close() {
        application.close();
    }

    /** An application that ends when it has started. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        public static void main(String[] args) {
            SpringApplication.run(Application.class, args).close();
        }
    }
}
