package io.leafid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.leafid.SnowflakeLayout;
import io.leafid.specification.EventFile;
import io.leafid.specification.ProcessTraces;
import io.leafid.testing.ChildJvm;
import io.leafid.testing.SteppedClock;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.curator.test.TestingServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Virtual machines of their own, one registry, and clocks that really step. Takes longer than others: the clock is eight seconds
 * ahead for as long, and it is read from a file once a second.
 */
@Tag("landing")
class TwoProcessesIT {

    @TempDir
    private Path directory;

    private final List<Process> processes = new ArrayList<>();
    private final TestingServer zooKeeper;

    TwoProcessesIT() throws Exception {
        zooKeeper = new TestingServer(false);
    }

    @BeforeEach
    void startZooKeeper() throws Exception {
        zooKeeper.start();
    }

    @AfterEach
    void stopAll() throws Exception {
        processes.forEach(Process::destroyForcibly);
        zooKeeper.close();
    }

    @Test
    void twoProcessesAndARestartAfterAKillShareNoId() throws Exception {
        Process first = start("first", 8081, null);
        start("second", 8082, null);
        awaitIds("first", 20_000);
        first.destroyForcibly().waitFor();
        start("first again", 8081, null);
        awaitIds("first again", 5_000);
        awaitIds("second", 20_000);

        assertNoIdTwice();
    }

    @Test
    void clockThatStepsForwardAndBackGivesNoIdTwice() throws Exception {
        assumeTrue(
                SteppedClock.isAvailable(), "skipped: the clock cannot be stepped without Debian's package faketime");
        Path clock = directory.resolve("clock");
        Files.writeString(clock, "+0s");
        Process stepping = start("stepping", 8081, clock);
        start("steady", 8082, null);
        awaitIds("stepping", 5_000);

        step(clock, "+8s");
        await("ids of the time that lies ahead").atMost(Duration.ofMinutes(1)).until(() -> leadOf("stepping") > 6_000);
        step(clock, "+0s");
        await("refusals while the clock stands behind")
                .atMost(Duration.ofMinutes(1))
                .until(() -> outputOf("stepping").contains("ClockMovedBackwardsException"));
        stepping.destroyForcibly().waitFor();
        start("stepping again", 8081, clock);
        awaitIds("stepping again", 5_000);
        awaitIds("steady", 10_000);

        assertNoIdTwice();
    }

    private static void step(Path clock, String offset) throws IOException {
        Files.writeString(clock, offset);
    }

    private Process start(String name, int port, @Nullable Path clock) throws IOException {
        List<String> command = ChildJvm.command(IssuingProcess.class, ProcessTraces.option(events()));
        command.addAll(List.of(
                zooKeeper.getConnectString(),
                Integer.toString(port),
                directory.resolve("state-" + port).toString(),
                directory.resolve(name + ".ids").toString()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.redirectErrorStream(true)
                .redirectOutput(directory.resolve(name + ".out").toFile());
        if (clock != null) {
            SteppedClock.follow(builder, clock);
        }
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    private void awaitIds(String name, int count) {
        await(name + " has issued " + count + " ids")
                .atMost(Duration.ofMinutes(3)) // on a busy machine
                .until(() -> {
                    assertThat(processes).anyMatch(Process::isAlive);
                    return Files.exists(file(name)) && Files.size(file(name)) >= (long) count * Long.BYTES;
                });
    }

    private Path file(String name) {
        return directory.resolve(name + ".ids");
    }

    private String outputOf(String name) throws IOException {
        return Files.readString(directory.resolve(name + ".out"));
    }

    /** How far the last id is ahead of this process's clock, in milliseconds. */
    private long leadOf(String name) throws IOException {
        List<Long> ids = idsOf(file(name));
        long last = ids.get(ids.size() - 1);
        return SnowflakeLayout.DEFAULT.unpack(last).timestamp().toEpochMilli() - System.currentTimeMillis();
    }

    private static List<Long> idsOf(Path file) throws IOException {
        long count = Files.size(file) / Long.BYTES; // the last one may be written only in part
        List<Long> ids = new ArrayList<>();
        try (InputStream stream = Files.newInputStream(file);
                DataInputStream data = new DataInputStream(new BufferedInputStream(stream))) {
            for (long i = 0; i < count; i++) {
                ids.add(data.readLong());
            }
        }
        return ids;
    }

    private void assertNoIdTwice() throws Exception {
        for (Process process : processes) {
            process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
        Set<Long> all = new HashSet<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".ids")).toList()) {
                List<Long> ids = idsOf(file);
                assertThat(ids).as(file.toString()).isSorted();
                for (long id : ids) {
                    assertThat(all.add(id))
                            .as("%s is the only one to have issued %d", file, id)
                            .isTrue();
                }
            }
        }
        assertThat(all).hasSizeGreaterThan(10_000);
        new ProcessTraces()
                .addLeases("zk_normal", EventFile.all(events(), "zk_normal"))
                .requireFollowed(directory)
                .requireRefusedIfAltered(directory);
    }

    private Path events() {
        return directory.resolve("events");
    }
}
