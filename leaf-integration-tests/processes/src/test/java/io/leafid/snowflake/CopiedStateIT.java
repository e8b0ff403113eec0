package io.leafid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.SnowflakeId;
import io.leafid.SnowflakeLayout;
import io.leafid.specification.EventFile;
import io.leafid.specification.ProcessTraces;
import io.leafid.testing.ChildJvm;
import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import io.leafid.workerid.jdbc.JdbcWorkerIdHolder;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.FileSystemUtils;

/**
 * A second process of the same identity on a copy of the first one's state directory, in every mode: copies of several
 * ages, on the same directory (whose locks are lost, as on a shared volume without working ones) and on another, while the
 * first process runs, is stopped, or is dead. All cases run at once, since each has an identity of its own;
 * they take a minute, because the oldest copy is 20 s old and a reservation is waited out.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("landing")
class CopiedStateIT {

    private static final List<String> MODES = List.of("zk_normal", "zk_recycle", "mysql", "local");
    private static final int[] AGES = {20, 5, 1, 0};
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration NEAR_MARK = ManyNodesProcess.REPORT_INTERVAL.multipliedBy(2);

    @TempDir
    private static Path directory;

    private final Map<Fate, Process> originals = new HashMap<>();
    private final List<Process> processes = new ArrayList<>();
    private final List<Case> cases = new ArrayList<>();
    private final TestingServer zooKeeper;
    private final TestDatabase database = MariaDb.database().with(JdbcWorkerIdHolder.DEFAULT_TABLE);
    private long endMillis;
    private long killedMillis;

    CopiedStateIT() throws Exception {
        zooKeeper = new TestingServer(false);
    }

    /** What has become of the first process when the second one starts. */
    private enum Fate {
        ALIVE,
        STOPPED,
        DEAD
    }

    /** One case of the matrix. */
    private record Case(Path root, String mode, int age, boolean isSameDirectory, Fate fate, int port) {

        Path original() {
            return root.resolve(this + "/state");
        }

        Path copy() {
            return root.resolve(this + "/copy");
        }

        Path directoryOfSecond() {
            return isSameDirectory ? original() : copy();
        }

        Path ids(String which) {
            return root.resolve(this + "/" + which + ".ids");
        }

        String log(String which) {
            Path log = Path.of(ids(which) + ".log");
            try {
                return Files.exists(log) ? Files.readString(log) : "";
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }

        @Override
        public String toString() {
            return "%s-%ds-%s-%s".formatted(mode, age, isSameDirectory ? "same" : "other", fate);
        }
    }

    @BeforeAll
    void runAllCases() throws Exception {
        zooKeeper.start();
        int port = 10_000;
        for (String mode : MODES) {
            for (Fate fate : Fate.values()) {
                for (int age : AGES) {
                    cases.add(new Case(directory, mode, age, false, fate, port++));
                    cases.add(new Case(directory, mode, age, true, fate, port++));
                }
            }
        }
        for (Fate fate : Fate.values()) {
            originals.put(fate, start("first", of(fate), Case::original));
        }
        awaitAll("first", "has issued ids", c -> Files.exists(c.ids("first")) && sizeOf(c.ids("first")) > 4_000);
        for (int i = 0; i < AGES.length; i++) {
            copyAll(AGES[i]);
            int next = (i + 1 < AGES.length) ? AGES[i + 1] : 0;
            pass(Duration.ofSeconds(AGES[i] - next));
        }
        signal("STOP", original(Fate.STOPPED));
        original(Fate.DEAD).destroyForcibly().waitFor();
        for (Case c : cases) {
            if (c.isSameDirectory()) {
                replace(c.original(), c.copy());
            }
        }
        for (Fate fate : Fate.values()) {
            start("second", of(fate), Case::directoryOfSecond);
        }
        awaitAll("second", "has started or says why not", c -> c.log("second").matches("(?s).*(started|refused).*"));
        pass(Duration.ofSeconds(4));
        signal("CONT", original(Fate.STOPPED));
        pass(Duration.ofSeconds(6));
        endMillis = System.currentTimeMillis();
        restartTheLiving();
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
    }

    /** Again for as long as the living owner puts files there meanwhile. */
    private static void replace(Path directory, Path copy) {
        await("no file comes or goes while the directory is replaced")
                .atMost(LIMIT)
                .ignoreExceptionsInstanceOf(FileSystemException.class)
                .until(() -> {
                    FileSystemUtils.deleteRecursively(directory);
                    FileSystemUtils.copyRecursively(copy, directory);
                    return true;
                });
    }

    private void restartTheLiving() throws Exception {
        original(Fate.ALIVE).destroyForcibly().waitFor();
        killedMillis = System.currentTimeMillis();
        List<Case> own =
                of(Fate.ALIVE).stream().filter(c -> !c.isSameDirectory()).toList();
        start("again", own, Case::original);
        await("every restarted process has started")
                .atMost(LIMIT)
                .untilAsserted(() -> assertThat(own)
                        .allSatisfy(
                                c -> assertThat(c.log("again")).as(c.toString()).containsPattern("started|refused")));
        pass(Duration.ofSeconds(1));
    }

    @AfterAll
    void stopAll() throws Exception {
        processes.forEach(Process::destroyForcibly);
        zooKeeper.close();
    }

    private Process original(Fate fate) {
        return Objects.requireNonNull(originals.get(fate));
    }

    private List<Case> of(Fate fate) {
        return cases.stream().filter(c -> c.fate() == fate).toList();
    }

    private Process start(String which, List<Case> nodes, Function<Case, Path> state) throws IOException {
        List<String> command = ChildJvm.command(ManyNodesProcess.class, ProcessTraces.option(events()));
        command.addAll(List.of(zooKeeper.getConnectString(), database.url()));
        for (Case c : nodes) {
            Files.createDirectories(c.ids(which).getParent());
            command.addAll(List.of(
                    c.mode(),
                    Integer.toString(c.port()),
                    state.apply(c).toString(),
                    c.ids(which).toString()));
        }
        Path out = directory.resolve(which + "-" + nodes.get(0).fate() + ".out");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        processes.add(process);
        return process;
    }

    private static Path events() {
        return directory.resolve("events");
    }

    private void awaitAll(String which, String what, Predicate<Case> condition) {
        await("every " + which + " process " + what)
                .atMost(LIMIT)
                .untilAsserted(() -> assertThat(cases)
                        .allSatisfy(c -> assertThat(condition.test(c))
                                .as(c + ": " + c.log(which))
                                .isTrue()));
    }

    private void copyAll(int age) throws IOException {
        for (Case c : cases) {
            if (c.age() == age) {
                copy(c.original(), c.copy());
            }
        }
    }

    /** All but the mark that is just being written, which may be gone by the time it is to be copied. */
    private static void copy(Path from, Path to) throws IOException {
        List<Path> found;
        try (Stream<Path> files = Files.walk(from)) {
            found = files.filter(file -> Files.isDirectory(file)
                            || List.of("leaf-mark.properties", "leaf-mark.lock")
                                    .contains(file.getFileName().toString()))
                    .toList();
        }
        for (Path file : found) {
            Files.copy(file, to.resolve(from.relativize(file)));
        }
    }

    private static void pass(Duration duration) {
        long until = System.nanoTime() + duration.toNanos();
        await().atMost(duration.plusSeconds(30)).until(() -> System.nanoTime() - until > 0);
    }

    private static void signal(String name, Process process) throws Exception {
        int exit = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        assertThat(exit).isZero();
    }

    private static long sizeOf(Path file) {
        try {
            return Files.size(file);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Sharper than to look for the same id twice: one id of the same millisecond is enough. */
    @Test
    void noTimestampOfAWorkerIdIsUsedByTwoProcesses() {
        Map<String, Map<String, Set<Long>>> millisByUserByWorkerId = new TreeMap<>();
        for (Case c : cases) {
            for (String which : List.of("first", "second", "again")) {
                for (SnowflakeId id : idsOf(c.ids(which))) {
                    millisByUserByWorkerId
                            .computeIfAbsent(c.mode() + " " + id.workerId(), key -> new TreeMap<>())
                            .computeIfAbsent(c + " " + which, key -> new HashSet<>())
                            .add(id.timestamp().toEpochMilli());
                }
            }
        }
        Map<String, Integer> overlaps = new TreeMap<>();
        millisByUserByWorkerId.forEach((workerId, millisByUser) -> {
            Set<Long> all = new HashSet<>();
            millisByUser.forEach((user, millis) -> {
                long before = all.size();
                all.addAll(millis);
                if (all.size() < before + millis.size()) {
                    overlaps.put(workerId + " of " + user, (int) (before + millis.size() - all.size()));
                }
            });
        });
        assertThat(overlaps).isEmpty();
        assertThat(millisByUserByWorkerId)
                .as("the modes are many worker ids each")
                .hasSizeGreaterThan(cases.size() - 1);
    }

    /** But for mode local, which has no registry. */
    @Test
    void processesFollowTheSpecification() throws Exception {
        ProcessTraces traces = new ProcessTraces();
        for (String mode : MODES.subList(0, 3)) {
            traces.addLeases(mode, EventFile.all(events(), mode));
        }
        traces.requireFollowed(directory);
    }

    @Test
    void livingOneKeepsServing() {
        assertThat(of(Fate.ALIVE)).allSatisfy(c -> {
            List<SnowflakeId> ids = idsOf(c.ids("first"));
            long last = ids.get(ids.size() - 1).timestamp().toEpochMilli();
            assertThat(endMillis - last).as("%s: %s", c, c.log("first")).isLessThan(8_000);
        });
    }

    @Test
    void secondOneBesideALivingOneSaysWhyItDoesNotServe() {
        assertThat(of(Fate.ALIVE))
                .filteredOn(c -> c.isSameDirectory() || !c.mode().equals("zk_recycle"))
                .allSatisfy(c -> assertThat(c.log("second"))
                        .as(c.toString())
                        .matches("(?s)refused by (IdentityInUse|WorkerIdInUse).*")
                        .contains("127.0.0.1:" + c.port()));
    }

    /** But on the directory of the first, which needs it for its own marks, it says why it does not. */
    @Test
    void secondOneBesideALivingOneTakesAnotherWorkerIdWhereAnyWillDo() {
        assertThat(of(Fate.ALIVE))
                .filteredOn(c -> c.mode().equals("zk_recycle") && !c.isSameDirectory())
                .allSatisfy(c -> assertThat(workerIdsOf(c, "second"))
                        .as("%s: %s", c, c.log("second"))
                        .isNotEmpty()
                        .doesNotContainAnyElementsOf(workerIdsOf(c, "first")));
    }

    @Test
    void secondOneServesOnceTheFirstIsDead() {
        assertThat(of(Fate.DEAD))
                .allSatisfy(c -> assertThat(idsOf(c.ids("second")))
                        .as("%s: %s", c, c.log("second"))
                        .isNotEmpty());
    }

    /** With the own mark in its place nothing is watched, and no reservation waited for, where there is a registry beside it. */
    @Test
    void plainRestartAfterAKillTakesTheSameWorkerIdAndWaitsForTheNearMarkOnly() {
        assertThat(of(Fate.ALIVE))
                .filteredOn(c -> !c.isSameDirectory() && !c.mode().equals("local"))
                .allSatisfy(c -> {
                    List<SnowflakeId> before = idsOf(c.ids("first"));
                    List<SnowflakeId> after = idsOf(c.ids("again"));
                    assertThat(after).as("%s: %s", c, c.log("again")).isNotEmpty();
                    SnowflakeId last = before.get(before.size() - 1);
                    assertThat(after.get(0).workerId()).as(c.toString()).isEqualTo(last.workerId());
                    assertThat(floorOf(c, "again") - killedMillis)
                            .as("%s: the reservation lies further ahead", c)
                            .isLessThanOrEqualTo(NEAR_MARK.toMillis());
                });
    }

    private static long floorOf(Case c, String which) {
        Matcher floor = Pattern.compile("above (\\d+)").matcher(c.log(which));
        assertThat(floor.find()).as(c.log(which)).isTrue();
        return Long.parseLong(floor.group(1));
    }

    private static List<Integer> workerIdsOf(Case c, String which) {
        return idsOf(c.ids(which)).stream()
                .map(SnowflakeId::workerId)
                .distinct()
                .toList();
    }

    private static List<SnowflakeId> idsOf(Path file) {
        List<SnowflakeId> ids = new ArrayList<>();
        if (!Files.exists(file)) {
            return ids;
        }
        try (InputStream stream = Files.newInputStream(file);
                DataInputStream data = new DataInputStream(new BufferedInputStream(stream))) {
            for (long i = Files.size(file) / Long.BYTES; i > 0; i--) {
                ids.add(SnowflakeLayout.DEFAULT.unpack(data.readLong()));
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return ids;
    }
}
