package io.leafid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.SnowflakeId;
import io.leafid.SnowflakeLayout;
import io.leafid.specification.EventFile;
import io.leafid.specification.ProcessTraces;
import io.leafid.testing.ChildJvm;
import io.leafid.testing.MariaDb;
import io.leafid.testing.Postgres;
import io.leafid.testing.TestDatabase;
import io.leafid.workerid.jdbc.JdbcWorkerIdHolder;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Mode {@code jdbc_recycle} with processes that are killed and replaced under other names, over eight worker ids.
 *
 * <p>A start of a virtual machine costs too much to be made hundreds of times. So a few machines each go through many lives of a
 * generator, most of which end without a word: their threads stop, and nothing is given back. The machines themselves are
 * killed by the kernel from time to time, with all that lives in them. They are paused too, for longer than the registry
 * takes them for alive: the owner of a worker id then goes on with it up to its ceiling, and no other may be there before.
 */
@Tag("landing")
class RecycledWorkerIdsIT {

    private static final int MACHINES = 3;
    private static final int LIVES_AT_ONCE = 4;
    /** Starts of a generator on MariaDB, of which every 150th, one at least, kills the machine that it is in; a third of it on PostgreSQL. */
    private static final int LIVES = Integer.getInteger("leaf.recycled.lives", 120);

    private static final int LIVES_PER_KILL = 150;
    private static final Duration LIMIT = Duration.ofMinutes(12);

    @TempDir
    private Path directory;

    private final List<Process> running = new ArrayList<>();
    private int started;

    @AfterEach
    void stopAll() throws InterruptedException {
        for (Process process : running) {
            process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void noMillisecondOfAWorkerIdIsUsedTwiceByProcessesOnMariaDb() throws Exception {
        replaceProcesses(MariaDb.database(), LIVES, Math.max(1, LIVES / LIVES_PER_KILL));
    }

    @Test
    void noMillisecondOfAWorkerIdIsUsedTwiceByProcessesOnPostgres() throws Exception {
        replaceProcesses(Postgres.database(), LIVES / 3, 1);
    }

    private void replaceProcesses(TestDatabase database, int lives, int kills) throws Exception {
        database.with(JdbcWorkerIdHolder.DEFAULT_TABLE);
        Random random = new Random(lives);
        for (int i = 0; i < MACHINES; i++) {
            start(database);
        }
        for (int kill = 1; kill <= kills; kill++) {
            int enough = lives * kill / (kills + 1);
            awaitLives(enough, random);
            Process victim = running.remove(random.nextInt(running.size()));
            victim.destroyForcibly().waitFor();
            start(database);
        }
        awaitLives(lives, random);
        stopAll();

        assertNoMillisecondIsUsedTwice(lives);
        new ProcessTraces()
                .addLeases(RecyclingProcess.REGISTRY, EventFile.all(events(), RecyclingProcess.REGISTRY))
                .requireFollowed(directory);
    }

    private Path events() {
        return directory.resolve("events");
    }

    private void start(TestDatabase database) throws IOException {
        String name = "pod-" + started++;
        List<String> command = ChildJvm.command(RecyclingProcess.class, "-Xmx128m", ProcessTraces.option(events()));
        command.addAll(List.of(
                database.url(),
                database.user(),
                database.password(),
                database.dialect().name(),
                directory.resolve(name + ".ids").toString(),
                name,
                String.valueOf(LIVES_AT_ONCE)));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.redirectErrorStream(true)
                .redirectOutput(directory.resolve(name + ".out").toFile());
        running.add(builder.start());
    }

    private void awaitLives(int lives, Random random) {
        await(lives + " lives that issued ids")
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> {
                    assertThat(running).allMatch(Process::isAlive);
                    pause(running.get(random.nextInt(running.size())), Duration.ofMillis(500 + random.nextInt(400)));
                    return livesThatIssued() >= lives;
                });
    }

    private static void pause(Process machine, Duration duration) throws Exception {
        signal("STOP", machine);
        await().pollDelay(duration).until(() -> true);
        signal("CONT", machine);
    }

    private static void signal(String name, Process machine) throws Exception {
        int code = new ProcessBuilder("kill", "-" + name, String.valueOf(machine.pid()))
                .start()
                .waitFor();
        assertThat(code).isZero();
    }

    private int livesThatIssued() throws IOException {
        int lives = 0;
        for (Path file : files()) {
            lives += read(file).keySet().size();
        }
        return lives;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(path -> path.toString().endsWith(".ids")).toList();
        }
    }

    /** The ids by life; the last record may be written only in part. */
    private static Map<Long, List<Long>> read(Path file) throws IOException {
        Map<Long, List<Long>> idsByLife = new HashMap<>();
        long records = Files.size(file) / (2 * Long.BYTES);
        try (DataInputStream data = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            for (long i = 0; i < records; i++) {
                idsByLife
                        .computeIfAbsent(data.readLong(), life -> new ArrayList<>())
                        .add(data.readLong());
            }
        }
        return idsByLife;
    }

    private void assertNoMillisecondIsUsedTwice(int lives) throws IOException {
        Map<String, String> userOfMillisecond = new HashMap<>();
        Set<Long> all = new HashSet<>();
        Set<Integer> workerIds = new HashSet<>();
        int livesSeen = 0;
        for (Path file : files()) {
            for (Map.Entry<Long, List<Long>> life : read(file).entrySet()) {
                livesSeen++;
                String user = file.getFileName() + " " + life.getKey();
                assertThat(life.getValue()).as(user).isSorted();
                for (long id : life.getValue()) {
                    SnowflakeId parts = SnowflakeLayout.DEFAULT.unpack(id);
                    workerIds.add(parts.workerId());
                    String key = parts.workerId() + "@" + parts.timestamp().toEpochMilli();
                    assertThat(userOfMillisecond.merge(key, user, (first, second) -> first))
                            .as("the only user of %s", key)
                            .isEqualTo(user);
                    assertThat(all.add(id)).isTrue();
                }
            }
        }
        assertThat(livesSeen).isGreaterThanOrEqualTo(lives);
        assertThat(workerIds).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
    }
}
