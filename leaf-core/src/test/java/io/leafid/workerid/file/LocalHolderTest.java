package io.leafid.workerid.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.SnowflakeLayout;
import io.leafid.test.workerid.WorkerIdHolderContract;
import io.leafid.testing.CapturedLog;
import io.leafid.testing.Folders;
import io.leafid.time.TimeSource;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Worker ids by configuration with a file as registry, on a real disk. */
class LocalHolderTest extends WorkerIdHolderContract {

    private static final long TWO_REPORTS = 6_000;

    private final List<LocalHolder> formers = new ArrayList<>();

    @TempDir
    private Path root;

    @Override
    protected WorkerIdHolder newHolder(NodeIdentity identity, TimeSource clock) {
        Map<String, Integer> map = new TreeMap<>();
        for (int i = 0; i <= RANGE.last(); i++) {
            map.put(node(i).toString(), i);
        }
        return new LocalHolder(place(identity), identity, WorkerIdAssignment.of(null, map));
    }

    /** The end of a process unlocks the file and does nothing else, which is what closing does. */
    @Override
    protected void crash(WorkerIdHolder holder, NodeIdentity identity) {
        holder.close();
    }

    @Override
    protected void deleteRecords() {
        try {
            Files.delete(directory(node(0)).resolve(MarkFileContent.FILE));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private Path directory(NodeIdentity identity) {
        return root.resolve(identity.host()).resolve(String.valueOf(identity.port()));
    }

    private StatePlace place(NodeIdentity identity) {
        return placeAt(directory(identity));
    }

    private StatePlace placeAt(Path directory) {
        return new StatePlace(
                StatePlace.Kind.LASTING,
                "orders",
                directory,
                root.resolve("former"),
                List.of(root.resolve("locks")),
                null);
    }

    private Path file(NodeIdentity identity) {
        return directory(identity).resolve(MarkFileContent.FILE);
    }

    private LocalHolder withWorkerId(String workerId) {
        return new LocalHolder(place(node(0)), node(0), WorkerIdAssignment.of(workerId, Map.of()));
    }

    private static Path write(Path file, String content) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    /** From one machine to another it may have been moved, which no file can tell. */
    @Test
    void copiedDirectoryIsGoneOnFromAboveItsCeiling() throws IOException {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        first.close();
        Path copy = root.resolve("copy");
        Folders.copy(directory(node(0)), copy);

        try (WorkerIdHolder holder = new LocalHolder(placeAt(copy), node(0), WorkerIdAssignment.of("0", Map.of()))) {
            assertThat(holder.acquire(request(node(0))).floorMillis()).isEqualTo(lease.ceilingMillis());
        }
    }

    @Test
    void markOfAnotherModeIsPutAsideAndItsWorkerIdMeansNothing() {
        long used = time.currentTimeMillis() + 9_000;
        try (MarkFile other = MarkFile.open(
                directory(node(0)), node(0), SnowflakeLayout.DEFAULT, "zk_normal zk:2181 /snowflake/orders")) {
            other.write(new HighWaterMark(0, "theirs", used, used + 1_000));
        }

        try (WorkerIdHolder seven = withWorkerId("7")) {
            assertThat(seven.acquire(request(node(0))).floorMillis()).isLessThan(used);
        }
        assertThat(directory(node(0)).resolve(MarkFileContent.FILE + ".unusable"))
                .exists();
    }

    @Test
    void markOfAnotherModeCountsForTheSameWorkerId() {
        long used = time.currentTimeMillis() + 9_000;
        try (MarkFile other = MarkFile.open(
                directory(node(0)), node(0), SnowflakeLayout.DEFAULT, "zk_normal zk:2181 /snowflake/orders")) {
            other.write(new HighWaterMark(0, "theirs", used, used + 1_000));
        }

        assertThat(open(node(0)).acquire(request(node(0))).floorMillis()).isEqualTo(used + 1_000);
    }

    @Test
    void configurationWinsAndAContradictionIsAnError() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        first.close();

        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> withWorkerId("7").acquire(request(node(0))))
                .withMessage(
                        "the configured worker id gives worker id 7 to 10.0.0.1:8080, but %s says that it used 0 up to "
                                        .formatted(file(node(0)))
                                + "%s; go back to 0, or, if 7 is free and the change is meant, delete that file"
                                        .formatted(Instant.ofEpochMilli(lease.ceilingMillis())));
        assertThat(open(node(0)).acquire(request(node(0))).workerId())
                .as("the refused start has left no lock")
                .isZero();
    }

    @Test
    void instanceThatTheConfigurationDoesNotKnowIsRefused() {
        NodeIdentity stranger = new NodeIdentity("10.9.9.9", 8080);
        WorkerIdHolder holder =
                new LocalHolder(place(stranger), stranger, WorkerIdAssignment.of(null, Map.of("10.0.0.1:8080", 1)));

        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> holder.acquire(request(stranger)))
                .withMessage("no worker id is configured for 10.9.9.9:8080; the work-id map has "
                        + "{10.0.0.1:8080=1}; add it, or configure the worker id");
    }

    @Test
    void damagedFileIsKeptAsideAndItsReservationWaitedOut() throws IOException {
        WorkerIdHolder first = open(node(0));
        first.acquire(request(node(0)));
        first.close();
        Path file = file(node(0));
        String content = Files.readString(file);
        write(file, content.replace("ceiling=1", "ceiling=0"));
        FileTime written = FileTime.fromMillis(time.currentTimeMillis() + 2_000);
        Files.setLastModifiedTime(file, written);

        WorkerIdLease next = open(node(0)).acquire(request(node(0)));

        assertThat(next.floorMillis()).isEqualTo(written.toMillis() + RESERVATION.toMillis());
        assertThat(file.resolveSibling(MarkFileContent.FILE + ".unusable"))
                .content()
                .contains("ceiling=0");
    }

    @Test
    void emptyFileDoesNotKeepAnInstanceFromStarting() throws IOException {
        write(file(node(0)), "");

        assertThat(open(node(0)).acquire(request(node(0))).workerId()).isZero();
    }

    @Test
    void fileOfAnotherInstanceWithAnotherWorkerIdCountsForNothing() throws IOException {
        open(node(1)).acquire(request(node(1)));
        Files.createDirectories(directory(node(0)));
        Files.copy(file(node(1)), file(node(0)));

        WorkerIdLease lease = open(node(0)).acquire(request(node(0)));

        assertThat(lease.workerId()).isZero();
        assertThat(lease.floorMillis()).isLessThanOrEqualTo(time.currentTimeMillis());
    }

    /** A machine that was renamed, or that took over the disk of another one together with its worker id. */
    @Test
    void fileOfAnotherInstanceWithTheSameWorkerIdIsHonoured() throws IOException {
        WorkerIdHolder first = open(node(1));
        WorkerIdLease before = first.acquire(request(node(1)));
        first.close();
        Files.createDirectories(directory(node(0)));
        Files.copy(file(node(1)), file(node(0)));

        WorkerIdLease lease = withWorkerId("1").acquire(request(node(0)));

        assertThat(lease.floorMillis()).isEqualTo(before.ceilingMillis());
    }

    /** As a snapshot of the disk that is restored does; what stands beside the lock is another place's. */
    @Test
    void stateThatWasSetBackIsToldAndGoneOnAboveByTheMarkBesideTheLock() throws IOException {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        Path snapshot = root.resolve("snapshot");
        Folders.copy(directory(node(0)), snapshot);
        long last = first.extend(lease, lease.ceilingMillis() + 4_000, "next").ceilingMillis();
        first.close();
        Folders.delete(directory(node(0)));
        Folders.copy(snapshot, directory(node(0)));

        try (CapturedLog log = new CapturedLog(RecordedFloor.class.getName())) {
            assertThat(open(node(0)).acquire(request(node(0))).floorMillis()).isEqualTo(last);
            assertThat(log.warnings())
                    .filteredOn(message -> message.contains(root.toString()))
                    .contains(
                            "%s says that worker id 0 was used up to %s, and %s says up to %s: the state directory was lost, rolled back or changed; ids begin above that. Keep the directory on a disk that survives restarts, and restore no former state of it"
                                    .formatted(
                                            root.resolve("locks/orders-0.mark"),
                                            Instant.ofEpochMilli(last),
                                            directory(node(0)),
                                            Instant.ofEpochMilli(lease.ceilingMillis())));
        }
    }

    @Test
    void stateThatWasSetBackIsRefusedByTheMarkBesideTheLockWhereTheClockStandsFarBehind() throws IOException {
        WorkerIdHolder first = open(node(0));
        first.acquire(request(node(0)));
        first.close();
        Folders.delete(directory(node(0)));
        time.shift(Duration.ofSeconds(-20));

        assertThatExceptionOfType(WorkerIdException.ClockBehindMark.class)
                .isThrownBy(() -> open(node(0)).acquire(request(node(0))))
                .withMessageContaining("%s says so".formatted(root.resolve("locks/orders-0.mark")));
    }

    @Test
    void restartInOrderIsToldNothingAndWaitsForNothing() {
        try (CapturedLog log = new CapturedLog(RecordedFloor.class.getName())) {
            WorkerIdHolder first = open(node(0));
            WorkerIdLease lease = first.acquire(request(node(0)));
            long used = lease.floorMillis() + 100;
            first.release(lease, used);
            int told = log.warnings().size();

            assertThat(open(node(0)).acquire(request(node(0))).floorMillis()).isEqualTo(used);
            assertThat(log.warnings()).hasSize(told);
        }
    }

    /** Restarted two seconds after the last report with the clock one second back: the report was written afterwards. */
    @Test
    void quickRestartWithASmallStepBackBeginsAboveEverythingIssued() {
        WorkerIdHolder first = open(node(0));
        first.acquire(request(node(0)));
        time.shift(Duration.ofSeconds(2));
        long issued = time.currentTimeMillis();
        first.close();
        time.shift(Duration.ofSeconds(-1));

        WorkerIdLease next = open(node(0)).acquire(request(node(0)));

        assertThat(next.floorMillis()).isGreaterThan(issued);
    }

    @Test
    void fileOfTheForkIsTrustedFromTwoReportsAfterItsTime() throws IOException {
        long last = time.currentTimeMillis() - 1_000;
        write(
                directory(node(0)).resolve("workerID.json"),
                "{\"ip\":\"10.0.0.1\",\"port\":\"8080\",\"workId\":0,\"timestamp\":%d}".formatted(last));

        assertThat(open(node(0)).acquire(request(node(0))).floorMillis()).isEqualTo(last + TWO_REPORTS);
    }

    @Test
    void fileOfTheForkThatIsOlderThanOursCountsForNothing() throws IOException {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        first.close();
        write(
                directory(node(0)).resolve("workerID.json"),
                "{\"ip\":\"10.0.0.1\",\"port\":8080,\"workId\":5,\"timestamp\":1588000000000}");

        assertThat(open(node(0)).acquire(request(node(0))).floorMillis()).isEqualTo(lease.ceilingMillis());
    }

    @Test
    void fileOfTheForkWithAnotherWorkerIdIsAContradiction() throws IOException {
        write(
                directory(node(0)).resolve("workerID.json"),
                "{\"ip\":\"10.0.0.1\",\"port\":\"8080\",\"workId\":5,\"timestamp\":1588000000000}");

        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> open(node(0)).acquire(request(node(0))))
                .withMessageContaining("workerID.json says that it used 5 up to 2020-04-27T15:06:46Z");
    }

    @Test
    void fileOfTheForkFromAnotherMachineOrTornCountsForNothing() throws IOException {
        Path json = directory(node(0)).resolve("workerID.json");
        long now = time.currentTimeMillis();
        write(json, "{\"ip\":\"10.0.0.9\",\"port\":\"8080\",\"workId\":5,\"timestamp\":%d}".formatted(now));
        WorkerIdHolder first = open(node(0));
        assertThat(first.acquire(request(node(0))).floorMillis()).isLessThanOrEqualTo(now);
        first.release(first.acquire(request(node(0))), now);
        write(json, "{\"ip\":\"10.0.0.1\",\"po");

        assertThat(open(node(0)).acquire(request(node(0))).floorMillis()).isEqualTo(now);
    }

    @Test
    void directoryThatCannotBeWrittenIsNamedTogetherWithTheProperty() throws IOException {
        Path blocked = write(root.resolve("file"), "no directory").resolve("below");

        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> new LocalHolder(placeAt(blocked), node(0), WorkerIdAssignment.of("0", Map.of()))
                        .acquire(request(node(0))))
                .withMessageContaining("%s; set the state directory".formatted(blocked));
    }

    @Test
    void directoryThatVanishesIsMadeAgainWithTheNextReport() throws IOException {
        WorkerIdHolder holder = open(node(0));
        WorkerIdLease lease = holder.acquire(request(node(0)));
        Files.delete(file(node(0)));
        Files.delete(directory(node(0)).resolve(MarkFile.LOCK));
        Files.delete(directory(node(0)));

        holder.extend(lease, lease.ceilingMillis() + 3_000, lease.token());

        assertThat(MarkFileContent.peek(directory(node(0))).found())
                .extracting(MarkRecord::mark)
                .isEqualTo(new HighWaterMark(
                        0, lease.token(), lease.ceilingMillis() + 3_000, lease.ceilingMillis() + 3_000));
        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                .isThrownBy(() -> open(node(0)).acquire(request(node(0))));
    }

    @Test
    void writeThatFailsIsNotConfirmed() throws IOException {
        WorkerIdHolder holder = open(node(0));
        WorkerIdLease lease = holder.acquire(request(node(0)));
        Path blocker = Files.createDirectory(directory(node(0)).resolve(MarkFileContent.FILE + ".new"));
        Path within = Files.createFile(blocker.resolve("keeps it from being removed"));

        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> holder.extend(lease, lease.ceilingMillis() + 3_000, lease.token()));
        assertThat(entry(holder, 0).ceiling()).isEqualTo(Instant.ofEpochMilli(lease.ceilingMillis()));
        Files.delete(within);
        Files.delete(blocker);
        assertThat(holder.extend(lease, lease.ceilingMillis() + 4_000, lease.token())
                        .ceilingMillis())
                .isEqualTo(lease.ceilingMillis() + 4_000);
    }

    @Test
    void listShowsTheWholeMap() {
        WorkerIdHolder holder = open(node(3));
        holder.acquire(request(node(3)));

        assertThat(holder.list())
                .hasSize(RANGE.size())
                .extracting(WorkerIdEntry::workerId)
                .isSorted();
        assertThat(holder.list())
                .filteredOn(WorkerIdEntry::self)
                .singleElement()
                .satisfies(own -> assertThat(own.owner()).isEqualTo(node(3).toString()));
        assertThat(holder.clockReadings(Duration.ofMinutes(1))).isEmpty();
    }

    @Test
    void workerIdOutsideTheSitesRangeIsRefused() {
        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> withWorkerId("7").acquire(request(node(0)).within(new WorkerIdRange(32, 63))))
                .withMessage(
                        "worker id 7 of 10.0.0.1:8080, by the configured worker id, is outside the range 32-63 of this site");
    }

    private StatePlace onPort(int port, StatePlace.Kind kind) {
        Path directory = directory(new NodeIdentity("10.0.0.1", port));
        return new StatePlace(kind, "orders", directory, null, List.of(root.resolve("locks")), null);
    }

    private WorkerIdHolder onPort(int port) {
        NodeIdentity identity = new NodeIdentity("10.0.0.1", port);
        return new LocalHolder(onPort(port, StatePlace.Kind.LASTING), identity, WorkerIdAssignment.of("7", Map.of()));
    }

    private LeaseRequest requestOnPort(int port) {
        return request(new NodeIdentity("10.0.0.1", port));
    }

    @Test
    void workerIdIsLockedOncePerMachineWhateverThePortAndDirectory() {
        WorkerIdHolder first = onPort(8080);
        WorkerIdLease lease = first.acquire(requestOnPort(8080));
        WorkerIdHolder second = onPort(8081);

        long pid = ProcessHandle.current().pid();
        assertThatExceptionOfType(WorkerIdException.WorkerIdInUse.class)
                .isThrownBy(() -> second.acquire(requestOnPort(8081)))
                .withMessage(
                        ("worker id 7 of 'orders' is in use on this machine: %1$s/locks/orders-7.lock is locked by this "
                                        + "process (%2$d), as 10.0.0.1:8080 with the state directory %1$s/10.0.0.1/8080; this start "
                                        + "is process %2$d, as 10.0.0.1:8081 with the state directory %1$s/10.0.0.1/8081; both would "
                                        + "issue the same ids: stop one of them, or give each a worker id of its own, or, if they "
                                        + "are different services, a name of its own")
                                .formatted(root, pid));
        first.extend(lease, lease.ceilingMillis() + 1, lease.token());
        first.close();
        assertThat(root.resolve("locks/orders-7.lock")).doesNotExist();
        assertThat(second.acquire(requestOnPort(8081)).workerId()).isEqualTo(7);
        second.close();
    }

    @Test
    void lockOfTheWorkerIdThatACleanerRemovedIsTakenAgain() throws IOException {
        WorkerIdHolder first = onPort(8080);
        WorkerIdLease lease = first.acquire(requestOnPort(8080));
        Folders.delete(root.resolve("locks"));

        first.extend(lease, lease.ceilingMillis() + 1, lease.token());

        assertThatExceptionOfType(WorkerIdException.WorkerIdInUse.class)
                .isThrownBy(() -> onPort(8081).acquire(requestOnPort(8081)));
        first.close();
    }

    /** What a start has written for which the better place was out of reach. */
    @Test
    void markOfTheFormerPlaceCounts() throws IOException {
        WorkerIdLease before = inFormerPlace("0").acquire(request(node(0)));
        closeAll();
        Folders.delete(root.resolve("locks")); // an earlier version left no mark beside the lock

        assertThat(open(node(0)).acquire(request(node(0))).floorMillis()).isEqualTo(before.ceilingMillis());
        assertThat(file(node(0))).exists();
    }

    @Test
    void otherWorkerIdOfTheFormerPlaceIsAContradictionByDefaultOnly() {
        inFormerPlace("5").acquire(request(node(0)));
        closeAll();

        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> open(node(0)).acquire(request(node(0))))
                .withMessageContaining(
                        "%s says that it used 5 up to".formatted(root.resolve("former/" + MarkFileContent.FILE)));
        StatePlace chosen = new StatePlace(
                StatePlace.Kind.CONFIGURED,
                "orders",
                directory(node(0)),
                root.resolve("former"),
                List.of(root.resolve("locks")),
                null);
        WorkerIdHolder holder = new LocalHolder(chosen, node(0), WorkerIdAssignment.of("0", Map.of()));
        assertThat(holder.acquire(request(node(0))).workerId()).isZero();
        holder.close();
    }

    @Test
    void fileOfTheForkInTheFormerPlaceCounts() throws IOException {
        long last = time.currentTimeMillis() - 1_000;
        write(
                root.resolve("former").resolve("workerID.json"),
                "{\"ip\":\"10.0.0.1\",\"port\":\"8080\",\"workId\":0,\"timestamp\":%d}".formatted(last));

        assertThat(open(node(0)).acquire(request(node(0))).floorMillis()).isEqualTo(last + TWO_REPORTS);
    }

    @Test
    void markFarInTheFutureIsRefusedWithTheFileAndWhatToDo() throws IOException {
        Instant far = Instant.parse("2100-01-01T00:00:00Z");
        write(
                directory(node(0)).resolve("workerID.json"),
                "{\"ip\":\"10.0.0.1\",\"port\":\"8080\",\"workId\":0,\"timestamp\":%d}"
                        .formatted(far.toEpochMilli() - TWO_REPORTS));

        assertThatExceptionOfType(WorkerIdException.ClockBehindMark.class)
                .isThrownBy(() -> open(node(0)).acquire(request(node(0))))
                .withMessageContaining("worker id 0 is reserved up to 2100-01-01T00:00:00Z")
                .withMessageEndingWith(
                        "; %s says so. If the clock is right and the file wrong, because it was written while a clock was far "
                                        .formatted(directory(node(0)).resolve("workerID.json"))
                                + "ahead, use a worker id that was never used before; move the file away only if no id was "
                                + "issued with a timestamp that is still ahead");
    }

    private WorkerIdHolder inFormerPlace(String workerId) {
        StatePlace former = new StatePlace(
                StatePlace.Kind.TEMPORARY,
                "orders",
                root.resolve("former"),
                null,
                List.of(root.resolve("locks")),
                null);
        LocalHolder holder = new LocalHolder(former, node(0), WorkerIdAssignment.of(workerId, Map.of()));
        formers.add(holder);
        return holder;
    }

    private void closeAll() {
        formers.forEach(LocalHolder::close);
    }

    /** It may have reserved as far ahead as a run that writes it at this moment. */
    @Test
    void damagedFileOfThePastIsWaitedOutFromThePresent() throws IOException {
        write(file(node(0)), "version=2 and nothing more");
        Files.setLastModifiedTime(file(node(0)), FileTime.fromMillis(time.currentTimeMillis() - 3_600_000));
        long before = time.currentTimeMillis();

        assertThat(open(node(0)).acquire(request(node(0))).floorMillis())
                .isGreaterThanOrEqualTo(before + RESERVATION.toMillis());
    }

    @Test
    void fileIsTakenUpAgainForTheLeaseThatItCarriesOnly() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)));
        first.close();
        WorkerIdLease former = new WorkerIdLease(0, "of an earlier run", lease.floorMillis(), lease.ceilingMillis());

        assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                .isThrownBy(() -> open(node(0)).extend(former, lease.ceilingMillis() + 1, "fresh"));
        assertThat(open(node(0))
                        .extend(lease, lease.ceilingMillis() + 1, "fresh")
                        .token())
                .isEqualTo("fresh");
    }

    /** With five bits for worker ids, the 33rd pod would issue the ids of the first. */
    @Test
    void ordinalThatTheLayoutHasNoRoomForIsRefused() {
        NodeIdentity pod = new NodeIdentity("orders-32", 8080);
        LocalHolder holder = new LocalHolder(place(pod), pod, WorkerIdAssignment.of("ordinal", Map.of()));
        formers.add(holder);
        SnowflakeLayout ofFiveBits = new SnowflakeLayout(SnowflakeLayout.DEFAULT.epochMillis(), 41, 5, 7);

        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> holder.acquire(
                        request(pod).within(new WorkerIdRange(0, 1_023)).laidOut(ofFiveBits)))
                .withMessage("worker id 32 of orders-32:8080 does not fit the layout, whose largest is 31");
    }
}
