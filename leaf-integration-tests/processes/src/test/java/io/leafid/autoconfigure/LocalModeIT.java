package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.leafid.testing.ChildJvm;
import io.leafid.testing.ChildJvmArchive;
import io.leafid.testing.SteppedClock;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.util.FileSystemUtils;

/**
 * Applications with worker ids by configuration, each a process of its own, on one machine. Takes longer than others: many
 * such processes start, and a class path that other users can read is copied. Each test has a service, a home and files of its own.
 */
@Execution(ExecutionMode.CONCURRENT)
@Tag("landing")
class LocalModeIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Larger ones are databases and browsers for other tests. */
    private static final long LARGEST_LIBRARY = 5_000_000;

    private static final int ROOT = 0;
    private static final int USER = 12_345;
    private static final int OTHER_USER = 54_321;
    private static final int USER_WITH_A_STRANGER = 12_346;
    private static final int ARBITRARY_USER = 1_000_700_000;

    private static final String[] SEVEN_ON_8081 = {"--leaf.snowflake.port=8081", "--leaf.snowflake.local.worker-id=7"};

    @TempDir
    private Path root;

    private final Map<String, Process> processes = new HashMap<>();
    private final List<String> around = new ArrayList<>();
    private String service = "";
    private String home = "";
    private String clock = "";
    private @Nullable String copiedClassPath;

    @BeforeEach
    void makeHome() throws IOException {
        service = "orders-" + UUID.randomUUID();
        home = Files.createDirectories(root.resolve("home")).toString();
        Files.createDirectories(root.resolve("tmp"));
    }

    /** Where all processes of a user lock worker ids, whatever their homes are. */
    private static Path locksOfUser(int uid) {
        return Path.of("/tmp/leaf-uid-%d/.leaf-locks".formatted(uid));
    }

    @AfterEach
    void removeWhatIsOutsideOfTheRoot() throws Exception {
        stopAll();
        for (int uid : List.of(ROOT, USER, OTHER_USER, ARBITRARY_USER)) {
            if (Files.isDirectory(locksOfUser(uid))) {
                try (Stream<Path> files = Files.list(locksOfUser(uid))) {
                    for (Path file : files.filter(
                                    each -> each.getFileName().toString().startsWith(service))
                            .toList()) {
                        Files.delete(file);
                    }
                }
            }
        }
    }

    private void stopAll() throws InterruptedException {
        for (Process process : processes.values()) {
            process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void secondProcessOnAnotherPortWithTheSameWorkerIdIsRefusedAndTheOwnerGoesOn() throws Exception {
        Process owner = start("owner", "--leaf.snowflake.port=8081", "--leaf.snowflake.local.worker-id=7");
        awaitIds("owner", 1_000);
        Process second = start(
                "second",
                "--leaf.snowflake.port=8082",
                "--leaf.snowflake.local.worker-id=7",
                "--leaf.snowflake.state-directory=" + root.resolve("other"));

        assertThat(second.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(second.exitValue()).isNotZero();
        Path locks = root.resolve("home/.local/state/leaf/.leaf-locks");
        assertThat(outputOf("second"))
                .contains(
                        "worker id 7 of '%s' is in use on this machine: %s/%s-7.lock is locked by process %d, as 10.0.0.1:8081 with the state directory %s"
                                .formatted(service, locks, service, owner.pid(), stateOf8081()))
                .contains("this start is process %d, as 10.0.0.1:8082 with the state directory %s"
                        .formatted(second.pid(), root.resolve("other/8082")))
                .contains("give this instance a worker id of its own: leaf.snowflake.local.worker-id")
                .doesNotContain("\tat ");
        awaitIds("owner", idsOf("owner") + 1_000);
        start("third", "--leaf.snowflake.port=8082", "--leaf.snowflake.local.worker-id=8");
        awaitIds("third", 1_000);

        owner.destroyForcibly().waitFor();
        start("fourth", "--leaf.snowflake.port=8083", "--leaf.snowflake.local.worker-id=7");
        awaitIds("fourth", 1_000);
        assertNoIdTwice("owner", "third");
    }

    /** What a process finds by its home is not what the other finds. */
    @Test
    void secondProcessOfTheUserIsRefusedThoughItHasAnotherHomeOrOneThatIsReadOnly() throws Exception {
        Process owner = start("owner", SEVEN_ON_8081);
        awaitIds("owner", 1_000);
        for (Path other : List.of(Files.createDirectory(root.resolve("other-home")), Path.of("/proc"))) {
            home = other.toString();
            Process second = start("second", "--leaf.snowflake.port=8082", "--leaf.snowflake.local.worker-id=7");

            assertThat(second.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(outputOf("second"))
                    .contains("%s/%s-7.lock is locked by process %d, as 10.0.0.1:8081 with the state directory %s"
                            .formatted(locksOfUser(ROOT), service, owner.pid(), stateOf8081()));
        }
        awaitIds("owner", idsOf("owner") + 1_000);
    }

    @Test
    void placeOfTheMachineThatAStrangerHasTakenIsSaidWithWhatIsStillNoticed() throws Exception {
        becomeUser(USER_WITH_A_STRANGER, USER_WITH_A_STRANGER);
        Files.setAttribute(root.resolve("home"), "unix:uid", USER_WITH_A_STRANGER);
        Path taken = Path.of("/tmp/leaf-uid-" + USER_WITH_A_STRANGER);
        Files.deleteIfExists(taken);
        Path elsewhere = Files.createDirectory(root.resolve("elsewhere"));
        Files.setAttribute(elsewhere, "unix:mode", 0777);
        Files.createSymbolicLink(taken, elsewhere);
        Files.setAttribute(taken, "unix:uid", OTHER_USER, LinkOption.NOFOLLOW_LINKS);
        try {
            start("owner", SEVEN_ON_8081);
            awaitIds("owner", 1_000);

            Path locks = root.resolve("home/.local/state/leaf/.leaf-locks");
            assertThat(outputOf("owner"))
                    .containsOnlyOnce(
                            "nothing can be locked in %s/.leaf-locks (%s belongs to uid 54321".formatted(taken, taken))
                    .contains("a second process of this user with worker id 7 is noticed only if it uses %s too"
                            .formatted(locks));
            Process second = start("second", "--leaf.snowflake.port=8082", "--leaf.snowflake.local.worker-id=7");
            assertThat(second.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(outputOf("second")).contains("is in use on this machine: " + locks);
        } finally {
            Files.delete(taken);
        }
    }

    /** A snapshot of the home that is restored takes state and locks back alike; what stands in /tmp is not of it. */
    @Test
    void homeThatWasSetBackIsRefusedWithTheClockBackByTheMarkBesideTheMachinesLock() throws Exception {
        assumeTrue(
                SteppedClock.isAvailable(), "skipped: the clock cannot be stepped without Debian's package faketime");
        Process first = start("first", SEVEN_ON_8081);
        awaitIds("first", 1_000);
        Path snapshot = root.resolve("snapshot");
        clock = "+600s";
        first.destroyForcibly().waitFor();
        FileSystemUtils.copyRecursively(root.resolve("home"), snapshot);
        Process second = start("second", SEVEN_ON_8081);
        awaitIds("second", 1_000);
        second.destroyForcibly().waitFor();
        deleteRecursively(root.resolve("home"));
        FileSystemUtils.copyRecursively(snapshot, root.resolve("home"));
        clock = "";

        Process back = start("back", SEVEN_ON_8081);
        assertThat(back.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(outputOf("back"))
                .contains("but worker id 7 is reserved up to")
                .contains("%s/%s-7.mark says so".formatted(locksOfUser(ROOT), service));
    }

    @Test
    void firstStartAndALostDirectoryAreSaidAndARestartIsNot() throws Exception {
        String said = "no mark of an earlier run is in " + stateOf8081();
        String[] settings = {"--leaf.snowflake.port=8081", "--leaf.snowflake.local.worker-id=7"};
        Process first = start("first", settings);
        awaitIds("first", 1_000);
        assertThat(outputOf("first")).containsOnlyOnce(said).doesNotContain("which a machine may empty");
        first.destroyForcibly().waitFor();

        Process again = start("again", settings);
        awaitIds("again", 1_000);
        assertThat(outputOf("again")).doesNotContain("no mark of an earlier run");
        again.destroyForcibly().waitFor();

        deleteRecursively(stateOf8081());
        Process lost = start("lost", settings);
        awaitIds("lost", 1_000);
        assertThat(outputOf("lost"))
                .containsOnlyOnce("8081 says nothing: the state directory was lost, rolled back or changed")
                .doesNotContain("no mark of an earlier run");
        lost.destroyForcibly().waitFor();

        deleteRecursively(root.resolve("home/.local"));
        removeWhatIsOutsideOfTheRoot();
        start("all-lost", settings);
        awaitIds("all-lost", 1_000);
        assertThat(outputOf("all-lost")).containsOnlyOnce(said).contains("it will repeat ids if the clock is behind");
        assertNoIdTwice("first", "again", "lost", "all-lost");
    }

    @Test
    void copyOfTheDirectoryIsRefusedWhileTheOwnerRunsOrIsStoppedAndSaidWhenItIsDead() throws Exception {
        String[] settings = {"--leaf.snowflake.port=8081", "--leaf.snowflake.local.worker-id=7"};
        Process owner = start("owner", settings);
        awaitIds("owner", 1_000);
        String[] copied = copied("copy", settings);
        Process running = start("while-running", copied);
        assertThat(running.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(outputOf("while-running")).contains("is locked by process %d".formatted(owner.pid()));

        signal(owner, "-STOP");
        Process stopped = start("while-stopped", copied);
        assertThat(stopped.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(outputOf("while-stopped")).contains("is locked by process %d".formatted(owner.pid()));
        signal(owner, "-CONT");
        awaitIds("owner", idsOf("owner") + 1_000);

        owner.destroyForcibly().waitFor();
        start("when-dead", copied("late-copy", settings));
        awaitIds("when-dead", 1_000);
        assertThat(outputOf("when-dead")).contains("looks copied: it was written in");
        assertNoIdTwice("owner", "when-dead");
    }

    private String[] copied(String name, String... settings) throws IOException {
        Path from = stateOf8081();
        Path to = Files.createDirectories(root.resolve(name).resolve("8081"));
        for (String file : List.of("leaf-mark.properties", "leaf-mark.lock")) {
            Files.copy(from.resolve(file), to.resolve(file));
        }
        List<String> all = new ArrayList<>(List.of(settings));
        all.add("--leaf.snowflake.state-directory=" + root.resolve(name));
        return all.toArray(String[]::new);
    }

    private static void signal(Process process, String signal) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    /** The temporary directory is emptied and the clock steps back: the directory by default is another one and knows better. */
    @Test
    void restartWithTheClockBackIsRefusedWithTheFileThatSaysSoAlsoOnAnotherPort() throws Exception {
        assumeTrue(
                SteppedClock.isAvailable(), "skipped: the clock cannot be stepped without Debian's package faketime");
        String[] settings = {"--leaf.snowflake.port=8081", "--leaf.snowflake.local.worker-id=7"};
        Process first = start("first", settings);
        awaitIds("first", 1_000);
        first.destroyForcibly().waitFor();
        deleteRecursively(root.resolve("tmp"));
        Files.createDirectories(root.resolve("tmp"));
        clock = "-600s"; // more than a loaded machine may take to start

        requireRefusedByTheMarkOf8081("back", start("back", settings));
        requireRefusedByTheMarkOf8081(
                "elsewhere", start("elsewhere", "--leaf.snowflake.port=8082", "--leaf.snowflake.local.worker-id=7"));
    }

    private void requireRefusedByTheMarkOf8081(String name, Process process) throws Exception {
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(outputOf(name))
                .contains("but worker id 7 is reserved up to")
                .contains("%s/leaf-mark.properties says so".formatted(stateOf8081()));
    }

    /** OpenShift: any user id there is, the group root, a volume that belongs to root and its group, no home. */
    @Test
    void arbitraryUserWithoutAHomeKeepsItsStateOnAVolumeOfTheGroup() throws Exception {
        becomeUser(ARBITRARY_USER, 0);
        Path volume = Files.createDirectory(root.resolve("volume"));
        Files.setAttribute(volume, "unix:mode", 02770);
        String[] settings = {
            "--leaf.snowflake.port=8081",
            "--leaf.snowflake.local.worker-id=7",
            "--leaf.snowflake.state-directory=" + volume
        };
        Process first = start("first", settings);
        awaitIds("first", 1_000);
        assertThat(outputOf("first")).contains("no mark of an earlier run is in " + volume.resolve("8081"));
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(volume.resolve("8081/leaf-mark.properties"))))
                .isEqualTo("rw-------");
        first.destroyForcibly().waitFor();
        // What Kubernetes does with a volume at the next start of the pod.
        Files.setAttribute(volume.resolve("8081"), "unix:mode", 02770);
        Files.setAttribute(volume.resolve("8081/leaf-mark.properties"), "unix:mode", 0660);
        Files.setAttribute(volume.resolve("8081/leaf-mark.lock"), "unix:mode", 0660);

        start("again", settings);
        awaitIds("again", 1_000);
        assertThat(outputOf("again")).doesNotContain("no mark of an earlier run");
        assertNoIdTwice("first", "again");
    }

    /** Without a home the temporary directory is the last resort; what another user has planted there is not believed. */
    @Test
    void markThatAnotherUserPlantedIsRefused() throws Exception {
        becomeUser(USER, USER);
        Path shared = root.resolve("tmp");
        Files.setAttribute(shared, "unix:mode", 01777);
        Process honest = start("honest", "--leaf.snowflake.port=8081", "--leaf.snowflake.local.worker-id=7");
        awaitIds("honest", 1_000);
        assertThat(outputOf("honest"))
                .contains("the last timestamp is kept in %s/%s/leafconf/8081, which a machine may empty"
                        .formatted(shared, service));
        honest.destroyForcibly().waitFor();

        becomeUser(OTHER_USER, OTHER_USER);
        Process other = start("other", "--leaf.snowflake.port=8081", "--leaf.snowflake.local.worker-id=8");

        assertThat(other.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(outputOf("other"))
                .contains("%s/%s belongs to uid 12345, and this process runs as uid 54321".formatted(shared, service))
                .contains("set leaf.snowflake.state-directory to another place");
    }

    /** Everything that the process reads must be readable by that user, so the class path is copied. */
    private void becomeUser(int uid, int gid) throws IOException {
        boolean isRoot = (int) Files.getAttribute(root, "unix:uid") == 0;
        assumeTrue(isRoot, "skipped: only root can start a process as another user");
        around.clear();
        around.addAll(List.of("setpriv", "--reuid", "" + uid, "--regid", "" + gid, "--clear-groups"));
        Files.setAttribute(root, "unix:mode", 0755);
        Path libraries = root.resolve("libraries");
        if (!Files.exists(libraries)) {
            copiedClassPath = copiedTo(Files.createDirectory(libraries));
        }
        for (String made : List.of("out", "tmp")) {
            Path directory = Files.createDirectories(root.resolve(made));
            Files.setAttribute(directory, "unix:mode", 01777);
        }
        Files.delete(root.resolve("home"));
        Files.createDirectory(
                root.resolve("home"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    private static String copiedTo(Path libraries) throws IOException {
        List<String> copies = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path source = Path.of(entry);
            if (!Files.exists(source) || Files.size(source) > LARGEST_LIBRARY) {
                continue;
            }
            Path copy = libraries.resolve(copies.size() + "-" + source.getFileName());
            try (Stream<Path> files = Files.walk(source)) {
                for (Path file : files.toList()) {
                    Path target = copy.resolve(source.relativize(file).toString());
                    if (Files.isDirectory(file)) {
                        Files.createDirectories(target);
                    } else {
                        Files.copy(file, source.equals(file) ? copy : target, StandardCopyOption.REPLACE_EXISTING);
                    }
                }
            }
            copies.add(copy.toString());
        }
        return String.join(File.pathSeparator, copies);
    }

    private Process start(String name, String... settings) throws IOException {
        Files.createDirectories(root.resolve("out"));
        List<String> command = new ArrayList<>(around);
        String[] directories = {
            "-Dio.leafid.temporary-directory=/tmp", "-Duser.home=" + home, "-Djava.io.tmpdir=" + root.resolve("tmp")
        };
        command.addAll(
                (copiedClassPath == null)
                        ? ChildJvmArchive.command(LocalModeProcess.class, directories)
                        : ChildJvm.commandOn(copiedClassPath, LocalModeProcess.class, directories));
        command.add(file(name).toString());
        command.add("--leaf.name=" + service);
        command.addAll(List.of(settings));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(key -> key.startsWith("XDG_") || key.equals("STATE_DIRECTORY"));
        if (!clock.isEmpty()) {
            SteppedClock.set(builder, clock);
        }
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(root.resolve(name + ".out").toFile())
                .start();
        processes.put(name, process);
        return process;
    }

    private Path stateOf8081() {
        return root.resolve("home/.local/state/leaf").resolve(service).resolve("8081");
    }

    private Path file(String name) {
        return root.resolve("out").resolve(name + ".ids");
    }

    private String outputOf(String name) throws IOException {
        return Files.readString(root.resolve(name + ".out"), StandardCharsets.UTF_8);
    }

    private long idsOf(String name) throws IOException {
        return Files.exists(file(name)) ? Files.size(file(name)) / Long.BYTES : 0;
    }

    private void awaitIds(String name, long count) {
        await(name + " has issued " + count + " ids").atMost(PATIENCE).until(() -> {
            assertThat(processes.get(name)).as("%s", outputOf(name)).matches(Process::isAlive);
            return idsOf(name) >= count;
        });
    }

    private void assertNoIdTwice(String... names) throws Exception {
        stopAll();
        Set<Long> all = new HashSet<>();
        for (String name : names) {
            ByteBuffer ids = ByteBuffer.wrap(Files.readAllBytes(file(name)));
            while (ids.remaining() >= Long.BYTES) { // the last one may be written only in part
                assertThat(all.add(ids.getLong()))
                        .as("an id of %s is new", name)
                        .isTrue();
            }
        }
    }

    private static void deleteRecursively(Path directory) throws IOException {
        try (Stream<Path> found = Files.walk(directory)) {
            for (Path path :
                    found.sorted((left, right) -> right.compareTo(left)).toList()) {
                Files.delete(path);
            }
        }
    }
}
