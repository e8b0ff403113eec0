package io.leafid.benchmarks.start;

import io.leafid.benchmarks.process.Programs;
import io.leafid.benchmarks.raw.Figure;
import io.leafid.benchmarks.raw.Measurement;
import io.leafid.benchmarks.raw.Profile;
import io.leafid.benchmarks.raw.Rounds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.curator.test.TestingServer;
import org.springframework.util.FileSystemUtils;

/**
 * The time from the start of its JVM until an application is ready: without Leaf, with segment ids from H2, and with a worker id from a ZooKeeper
 * that runs. Each start is a process of its own, all of them in turn; with its own state directory, in which a run before has left its mark.
 */
public final class ApplicationStart implements Measurement {

    private static final int ROUNDS = 11;

    private static final List<String> SETTINGS = List.of(
            "--spring.main.banner-mode=off",
            "--spring.datasource.url=jdbc:h2:mem:start",
            "--spring.datasource.generate-unique-name=false");

    /** One application. */
    private record Way(String name, ClassPath classPath, List<String> settings) {}

    @Override
    public List<Figure> measure(Profile profile, List<String> settings) throws Exception {
        Rounds seen = new Rounds();
        Path state = Files.createTempDirectory("leaf-start-");
        try (TestingServer zooKeeper = new TestingServer()) {
            List<Way> ways = new ArrayList<>(ways(zooKeeper.getConnectString(), state));
            for (int round = -1;
                    round < profile.rounds(ROUNDS);
                    round++) { // the first one brings the files into memory
                for (Way way : ways) {
                    start(way, (round < 0) ? new Rounds() : seen);
                }
                Collections.rotate(ways, 1);
                System.out.printf("round %d%n", round + 1);
            }
        } finally {
            FileSystemUtils.deleteRecursively(state);
        }
        return seen.figures();
    }

    private static List<Way> ways(String zooKeeper, Path state) {
        return List.of(
                new Way("plain", ClassPath.PLAIN, List.of()),
                new Way("control", ClassPath.PLAIN, List.of()),
                new Way("actuator", ClassPath.WITH_ACTUATOR, List.of()),
                new Way(
                        "segment",
                        ClassPath.WITH_LEAF,
                        List.of(
                                "--leaf.name=start",
                                "--leaf.segment.enabled=true",
                                "--leaf.segment.auto-create.enabled=true")),
                new Way(
                        "snowflake",
                        ClassPath.WITH_LEAF_AND_CURATOR,
                        List.of(
                                "--leaf.name=start",
                                "--leaf.default-mode=snowflake",
                                "--leaf.snowflake.enabled=true",
                                "--leaf.snowflake.mode=zk_normal",
                                "--leaf.snowflake.port=1",
                                "--leaf.snowflake.state-directory=" + state,
                                "--leaf.snowflake.zk.address=" + zooKeeper)));
    }

    private static void start(Way way, Rounds seen) throws IOException, InterruptedException {
        List<String> command = Programs.java(List.of(), way.classPath.toString(), StartedApplication.class);
        command.addAll(SETTINGS);
        command.addAll(way.settings);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String[] figures = output.lines()
                .filter(line -> line.startsWith(StartedApplication.READY))
                .map(line -> line.substring(StartedApplication.READY.length()).split(" ", -1))
                .findFirst()
                .orElseThrow(() -> new IOException(way.name + " was never ready:\n" + output));
        if (process.waitFor() != 0) {
            throw new IOException(way.name + " has failed:\n" + output);
        }
        seen.subject(way.name)
                .add("ready", "ms", Double.parseDouble(figures[0]))
                .add("processor", "ms", Double.parseDouble(figures[1]));
    }
}
