package io.leafid.workerid.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.SnowflakeLayout;
import io.leafid.file.HeldLocks;
import io.leafid.file.StateDirectory;
import io.leafid.test.time.ManualTime;
import io.leafid.testing.CapturedLog;
import io.leafid.testing.Folders;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdRange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files are locked for an instance, which are left behind, and who is named as the owner. */
@SuppressWarnings("try") // what is locked is held and not called
class StateLockRulesTest {

    private static final LockHolder SELF = LockHolder.self("10.0.0.1:8080", "/state/8080");
    private static final LockHolder OTHER = LockHolder.self("10.0.0.1:8081", "/state/8081");

    @TempDir
    private Path root;

    private StatePlace place(String name, @Nullable Path beside, Path... machine) {
        return new StatePlace(StatePlace.Kind.LASTING, name, root.resolve("8080"), null, List.of(machine), beside);
    }

    /** Those about this test's directories; others may run beside it. */
    private List<String> warnings(CapturedLog log) {
        return log.warnings().stream()
                .filter(message -> message.contains(root.toString()))
                .toList();
    }

    private static List<String> filesIn(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }

    // ---- who is named

    @Test
    void ownerThatCannotBeReadIsAnotherProcess() throws IOException {
        StateDirectory state = StateDirectory.make(root.resolve("8080"));
        state.replace("x.lock", "rubbish".getBytes(StandardCharsets.UTF_8));
        assertThat(StateLock.ownerOf(state, "x.lock")).isEqualTo("another process");

        Files.delete(state.file("x.lock"));
        Files.createSymbolicLink(state.file("x.lock"), root.resolve("elsewhere"));
        assertThat(StateLock.ownerOf(state, "x.lock")).isEqualTo("another process");
    }

    @Test
    void recordedOwnerThatLivesIsNamed() throws IOException {
        StateDirectory state = StateDirectory.make(root.resolve("8080"));
        long alive = ProcessHandle.current().parent().orElseThrow().pid();
        state.replace("x.lock", new LockHolder(alive, "10.0.0.9:1", "/state/1").toBytes());

        assertThat(StateLock.ownerOf(state, "x.lock"))
                .isEqualTo("process %d, as 10.0.0.9:1 with the state directory /state/1".formatted(alive));
    }

    @Test
    void lineOfTheSystemsTableNamesTheProcessThatHasTheFile() {
        assertThat(LockTable.pidOf("7: POSIX  ADVISORY  WRITE 4711 fe:00:2155264 0 EOF", 2_155_264))
                .hasValue(4_711);
        assertThat(LockTable.pidOf("7: OFDLCK ADVISORY  WRITE 4711 fe:00:2155264", 2_155_264))
                .hasValue(4_711);
        for (String line : List.of(
                "7: POSIX  ADVISORY  WRITE 4711 fe:00:2155265 0 EOF",
                "7: FLOCK  ADVISORY  WRITE 4711 fe:00:2155264 0 EOF",
                "7: POSIX  ADVISORY  WRITE 4711",
                "7: -> POSIX  ADVISORY  WRITE 4711 fe:00:2155264 0 EOF")) {
            assertThat(LockTable.pidOf(line, 2_155_264)).as(line).isEmpty();
        }
    }

    // ---- a lock that was removed

    @Test
    void lockThatIsTakenAnewLeavesNothingOfTheFormerOneBehind() throws IOException {
        StateDirectory state = StateDirectory.make(root.resolve("8080"));
        List<String> keys = new ArrayList<>(List.of("path " + state.file("x.lock")));
        try (StateLock lock = Objects.requireNonNull(StateLock.take(state, "x.lock", SELF))) {
            String former = lock.key();
            keys.add("file " + former);
            Files.move(state.file("x.lock"), root.resolve("keeps the number of the file from being given again"));
            lock.restore();

            assertThat(lock.key()).isNotEqualTo(former).isEqualTo(state.keyOf("x.lock"));
            assertThat(HeldLocks.holderOf(List.of("file " + former))).isNull();
            assertThat(HeldLocks.holderOf(List.of("file " + lock.key()))).isEqualTo(SELF.instance());
            keys.add("file " + lock.key());
            assertThat(StateLock.take(state, "x.lock", OTHER)).isNull();
            assertThat(StateLock.ownerOf(state, "x.lock"))
                    .startsWith("this process")
                    .endsWith("as " + SELF.instance());
            assertThat(Files.readString(state.file("x.lock"))).contains("identity=10.0.0.1:8080");
        }
        assertThat(HeldLocks.holderOf(keys)).isNull();
    }

    // ---- locks of a worker id

    @Test
    void workerIdIsLockedInEachDirectoryOfTheMachineAndBesideTheState() throws IOException {
        Path first = root.resolve("first");
        Path second = root.resolve("second");
        Path beside = root.resolve("beside");
        try (CapturedLog log = new CapturedLog(WorkerIdLock.class.getName());
                WorkerIdLock lock = WorkerIdLock.take(place("orders", beside, first, second), 7, SELF)) {
            assertThat(filesIn(first)).containsExactly("orders-7.lock");
            assertThat(filesIn(beside)).containsExactly("orders-7.lock");
            assertThat(filesIn(second)).containsExactly("orders-7.lock");
            assertThat(warnings(log)).isEmpty();
        }
        assertThat(first).isEmptyDirectory();
        assertThat(second).isEmptyDirectory();
        assertThat(beside).isEmptyDirectory();
    }

    @Test
    void directoryThatCannotBeUsedIsPassedOver() throws IOException {
        Path blocked =
                Files.writeString(root.resolve("blocked"), "no directory").resolve("below");
        Path second = root.resolve("second");
        try (CapturedLog log = new CapturedLog(WorkerIdLock.class.getName());
                WorkerIdLock lock = WorkerIdLock.take(place("orders", null, blocked, second), 7, SELF)) {
            assertThat(filesIn(second)).containsExactly("orders-7.lock");
            assertThat(warnings(log)).isEmpty();
        }
    }

    /** Each of two processes may find another one of the first, but the last is the same for both. */
    @Test
    void lastDirectoryOfTheMachineThatCannotBeUsedIsWarnedOfWithThePlacesThatStillCount() throws IOException {
        Path blocked =
                Files.writeString(root.resolve("blocked"), "no directory").resolve("below");
        Path first = root.resolve("first");
        Path beside = root.resolve("beside");
        try (CapturedLog log = new CapturedLog(WorkerIdLock.class.getName());
                WorkerIdLock lock = WorkerIdLock.take(place("orders", beside, first, blocked), 7, SELF)) {
            assertThat(warnings(log))
                    .containsExactly(
                            "nothing can be locked in %s (java.nio.file.NotDirectoryException: %s): a second process of this user with worker id 7 is noticed only if it uses %s or %s too"
                                    .formatted(blocked, root.resolve("blocked"), first, beside));
        }
    }

    @Test
    void workerIdThatIsLockedInTheLastDirectoryAloneIsRefusedAndNothingStaysLocked() throws IOException {
        Path common = root.resolve("common");
        WorkerIdLock owner = WorkerIdLock.take(place("orders", null, root.resolve("home"), common), 7, OTHER);

        assertThatExceptionOfType(WorkerIdException.WorkerIdInUse.class)
                .isThrownBy(() -> WorkerIdLock.take(place("orders", null, root.resolve("other"), common), 7, SELF));
        assertThat(root.resolve("other")).isEmptyDirectory();
        owner.close();
        WorkerIdLock.take(place("orders", null, root.resolve("other"), common), 7, SELF)
                .close();
    }

    @Test
    void directoryThatIsTheMachinesAndBesideIsLockedOnce() throws IOException {
        Path same = root.resolve("same");
        try (CapturedLog log = new CapturedLog(WorkerIdLock.class.getName());
                WorkerIdLock lock = WorkerIdLock.take(place("orders", same, same), 7, SELF)) {
            assertThat(filesIn(same)).hasSize(1);
            assertThat(warnings(log)).isEmpty();
        }
    }

    @Test
    void machineWithoutAnyDirectoryIsWarnedOfWithWhatIsStillNoticed() throws IOException {
        Path blocked =
                Files.writeString(root.resolve("blocked"), "no directory").resolve("below");
        Path beside = root.resolve("beside");
        try (CapturedLog log = new CapturedLog(WorkerIdLock.class.getName())) {
            WorkerIdLock.take(place("orders", beside, blocked), 7, SELF).close();
            WorkerIdLock.take(place("orders", blocked, blocked), 7, SELF).close();
            WorkerIdLock.take(place("orders", null, blocked), 7, SELF).close();

            assertThat(warnings(log)).hasSize(3);
            assertThat(warnings(log).get(0)).endsWith("is noticed only if it uses " + beside + " too");
            assertThat(warnings(log).get(1)).endsWith("is noticed only if it uses the same directory and port");
            assertThat(warnings(log).get(2)).endsWith("is noticed only if it uses the same directory and port");
        }
    }

    @Test
    void lockThatIsRefusedInTheSecondDirectoryIsLetGoInTheFirst() throws IOException {
        Path machine = root.resolve("machine");
        Path beside = root.resolve("beside");
        WorkerIdLock owner = WorkerIdLock.take(place("orders", null, beside), 7, OTHER);

        assertThatExceptionOfType(WorkerIdException.WorkerIdInUse.class)
                .isThrownBy(() -> WorkerIdLock.take(place("orders", beside, machine), 7, SELF));
        assertThat(machine).isEmptyDirectory();
        owner.close();
        WorkerIdLock.take(place("orders", beside, machine), 7, SELF).close();
    }

    @Test
    void lockOfAWorkerIdThatWasRemovedIsThereAgain() throws IOException {
        Path machine = root.resolve("machine");
        try (WorkerIdLock lock = WorkerIdLock.take(place("orders", null, machine), 7, SELF)) {
            Files.delete(machine.resolve("orders-7.lock"));
            lock.restore();

            assertThat(filesIn(machine)).containsExactly("orders-7.lock");
        }
    }

    // ---- the mark beside a lock

    private static final LeaseRequest REQUEST = LeaseRequest.of(
            new NodeIdentity("10.0.0.1", 8080), new WorkerIdRange(0, 9), SnowflakeLayout.DEFAULT, new ManualTime());

    private static MarkRecord mark(long ceiling) {
        return MarkRecord.of(
                new NodeIdentity("10.0.0.1", 8080),
                SnowflakeLayout.DEFAULT,
                new HighWaterMark(7, "token", ceiling, ceiling),
                new MarkBinding("local", "orders", "/state", "", "", WritingProcess.current()));
    }

    @Test
    void markIsNotedBesideEachLockAndOutlastsIt() throws IOException {
        Path first = root.resolve("first");
        Path second = root.resolve("second");
        try (WorkerIdLock lock = WorkerIdLock.take(place("orders", null, first, second), 7, SELF)) {
            assertThat(lock.noted(REQUEST)).isEqualTo(Floor.NONE);
            lock.note(mark(5_000));
        }
        assertThat(filesIn(first)).containsExactly("orders-7.mark");
        Files.delete(second.resolve("orders-7.mark"));
        try (WorkerIdLock lock = WorkerIdLock.take(place("orders", null, second, first), 7, SELF)) {
            assertThat(lock.noted(REQUEST)).isEqualTo(new Floor(5_000, first.resolve("orders-7.mark")));
            lock.note(mark(4_000));
            Files.writeString(first.resolve("orders-7.mark"), "damaged");
            assertThat(lock.noted(REQUEST)).isEqualTo(new Floor(4_000, second.resolve("orders-7.mark")));
        }
        try (WorkerIdLock other = WorkerIdLock.take(place("orders", null, second), 8, SELF)) {
            assertThat(other.noted(REQUEST)).as("of another worker id").isEqualTo(Floor.NONE);
        }
    }

    @Test
    void markThatCannotBeNotedIsSaidOnceUntilItCanBe() throws IOException {
        Path machine = root.resolve("machine");
        try (CapturedLog log = new CapturedLog(WorkerIdLock.class.getName());
                WorkerIdLock lock = WorkerIdLock.take(place("orders", null, machine), 7, SELF)) {
            for (int round = 1; round <= 2; round++) {
                Files.deleteIfExists(machine.resolve("orders-7.mark"));
                Files.createDirectories(machine.resolve("orders-7.mark/in-the-way"));
                lock.note(mark(5_000));
                lock.note(mark(6_000));
                assertThat(warnings(log)).hasSize(round).last().asString().contains("cannot be noted beside its lock");

                Folders.delete(machine.resolve("orders-7.mark"));
                lock.note(mark(7_000));
                assertThat(warnings(log)).hasSize(round);
            }
            assertThat(lock.noted(REQUEST).millis()).isEqualTo(7_000);
        }
    }

    @Test
    void markThatAnotherUserMayHaveWrittenCountsForNothing() throws IOException {
        Path machine = root.resolve("machine");
        try (CapturedLog log = new CapturedLog(WorkerIdLock.class.getName());
                WorkerIdLock lock = WorkerIdLock.take(place("orders", null, machine), 7, SELF)) {
            lock.note(mark(5_000));
            Files.setPosixFilePermissions(
                    machine.resolve("orders-7.mark"), PosixFilePermissions.fromString("rw-rw-rw-"));

            assertThat(lock.noted(REQUEST)).isEqualTo(Floor.NONE);
            assertThat(warnings(log)).singleElement().asString().contains("may be written to by every user");
        }
    }

    /** Two names that differ in what a file's name cannot show have two files. */
    @Test
    void nameThatCannotBePartOfAFilesNameIsToldApartByAChecksum() throws IOException {
        Path machine = root.resolve("machine");
        String longest = "x".repeat(100);
        for (String name : List.of("orders", longest)) {
            try (WorkerIdLock lock = WorkerIdLock.take(place(name, null, machine), 7, SELF)) {
                assertThat(filesIn(machine)).containsExactly(name + "-7.lock");
            }
        }
        for (String name : List.of("Orders", "a/b", "a", longest + "x")) {
            try (WorkerIdLock lock = WorkerIdLock.take(place(name, null, machine), 7, SELF);
                    WorkerIdLock other = WorkerIdLock.take(place(name + "?", null, machine), 7, OTHER)) {
                assertThat(filesIn(machine)).hasSize(2);
                assertThat(filesIn(machine))
                        .filteredOn(file -> file.contains("~"))
                        .allSatisfy(file -> assertThat(file).matches("[A-Za-z_]{1,100}~[0-9a-f]{8}-7\\.lock"))
                        .hasSize(name.equals("a") ? 1 : 2);
            }
        }
    }
}
