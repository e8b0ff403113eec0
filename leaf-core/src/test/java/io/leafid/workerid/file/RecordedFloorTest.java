package io.leafid.workerid.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.SnowflakeLayout;
import io.leafid.test.time.ManualTime;
import io.leafid.testing.CapturedLog;
import io.leafid.testing.Folders;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told, put aside or refused of what the state directory and the former one hold. */
class RecordedFloorTest {

    private static final NodeIdentity SELF = new NodeIdentity("10.0.0.1", 8080);
    private static final NodeIdentity OTHER = new NodeIdentity("10.0.0.2", 8080);
    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    private static final SnowflakeLayout OTHER_LAYOUT = new SnowflakeLayout(0, 41, 10, 12);

    private final ManualTime time = new ManualTime();
    private final long now = time.currentTimeMillis();

    @TempDir
    private Path root;

    private Path own() {
        return root.resolve("8080");
    }

    private Path former() {
        return root.resolve("former");
    }

    private StatePlace place(StatePlace.Kind kind, @Nullable Path former) {
        return new StatePlace(kind, "orders", own(), former, List.of(root.resolve("locks")), null);
    }

    private Floor floor(StatePlace place) {
        try (MarkFile file = MarkFile.open(place, SELF, LAYOUT, "local")) {
            LeaseRequest request = LeaseRequest.of(SELF, new WorkerIdRange(0, 9), LAYOUT, time);
            return new RecordedFloor(place, file, SELF, "the test", 7, request).find(Floor.NONE);
        }
    }

    private Floor floor() {
        return floor(place(StatePlace.Kind.LASTING, null));
    }

    private static void write(Path directory, NodeIdentity identity, SnowflakeLayout layout, HighWaterMark mark) {
        try (MarkFile file = MarkFile.open(directory, identity, layout, "local")) {
            file.write(mark);
        }
    }

    private HighWaterMark mark(int workerId) {
        return new HighWaterMark(workerId, "token", now, now + 5_000);
    }

    private <T> List<String> warnings(Supplier<T> call) {
        try (CapturedLog log = new CapturedLog(RecordedFloor.class.getName())) {
            assertThat(call.get()).isNotNull();
            return log.warnings().stream()
                    .filter(message -> message.contains(root.toString())) // others may run beside this test
                    .toList();
        }
    }

    @Test
    void firstStartIsToldThatNothingIsRecordedAndAnotherOneIsNot() {
        assertThat(warnings(this::floor))
                .singleElement()
                .asString()
                .contains("no mark of an earlier run is in " + own());
        write(own(), SELF, LAYOUT, mark(7));
        assertThat(warnings(this::floor)).isEmpty();
        write(own(), OTHER, LAYOUT, mark(3));
        assertThat(warnings(this::floor))
                .as("nothing counts, yet something is there")
                .isEmpty();
    }

    @Test
    void markOfAnotherInstanceAndWorkerIdIsPutAside() {
        write(own(), OTHER, LAYOUT, mark(3));

        assertThat(floor().where()).isNull();
        assertThat(own().resolve(MarkFileContent.FILE + ".unusable")).exists();
    }

    @Test
    void markOfAnotherInstanceWithTheSameWorkerIdIsTold() {
        write(own(), OTHER, LAYOUT, mark(7));

        assertThat(warnings(this::floor))
                .singleElement()
                .asString()
                .endsWith("was written by 10.0.0.2:8080 with the same worker id 7");
    }

    @Test
    void copyIsTold() throws IOException {
        write(root.resolve("source"), SELF, LAYOUT, mark(7));
        Folders.copy(root.resolve("source"), own());

        assertThat(warnings(this::floor)).singleElement().asString().contains("looks copied");
    }

    private static void writeFor(String service, Path directory, HighWaterMark mark) {
        StatePlace place = new StatePlace(StatePlace.Kind.LASTING, service, directory, null, List.of(), null);
        try (MarkFile file = MarkFile.open(place, SELF, LAYOUT, "local")) {
            file.write(mark);
        }
    }

    @Test
    void markOfAnotherPortWithTheSameWorkerIdCounts() {
        writeFor("orders", own(), mark(7));
        writeFor("orders", root.resolve("8081"), new HighWaterMark(7, "other", now, now + 9_000));
        writeFor("orders", root.resolve("8082"), new HighWaterMark(7, "third", now, now + 7_000));

        assertThat(floor())
                .isEqualTo(new Floor(now + 9_000, root.resolve("8081").resolve(MarkFileContent.FILE)));
    }

    @Test
    void markOfAnotherPortCountsForItsWorkerIdAndServiceOnly() {
        writeFor("orders", root.resolve("8081"), mark(6));
        writeFor("invoices", root.resolve("8082"), mark(7));
        writeFor("orders", root.resolve("808x"), mark(7));

        assertThat(floor()).isEqualTo(Floor.NONE);
    }

    @Test
    void markOfAnotherPortThatSaysNoServiceCounts() {
        write(root.resolve("8081"), OTHER, LAYOUT, mark(7));

        assertThat(floor().millis()).isEqualTo(now + 5_000);
    }

    @Test
    void markOfAnotherPortAboutARegistryDoesNotCount() {
        try (MarkFile file = MarkFile.open(root.resolve("8081"), OTHER, LAYOUT, "zk_normal")) {
            file.write(mark(7));
        }

        assertThat(floor()).isEqualTo(Floor.NONE);
    }

    @Test
    void otherPortThatIsUnsafeOrDamagedOrEmptyIsPassedBy() throws IOException {
        Files.createDirectory(root.resolve("8083"));
        Files.createDirectory(root.resolve("8084"));
        Files.writeString(root.resolve("8084").resolve(MarkFileContent.FILE), "garbage");
        Files.createSymbolicLink(root.resolve("8085"), root.resolve("nowhere"));
        write(root.resolve("8081"), OTHER, LAYOUT, mark(7));
        Files.setPosixFilePermissions(
                root.resolve("8081").resolve(MarkFileContent.FILE), PosixFilePermissions.fromString("rw-rw-rw-"));

        assertThat(floor()).isEqualTo(Floor.NONE);
    }

    @Test
    void markOfTheFormerPlaceWithAnotherLayoutIsRefused() {
        write(former(), SELF, OTHER_LAYOUT, mark(7));

        assertThatExceptionOfType(WorkerIdException.LayoutMismatch.class)
                .isThrownBy(() -> floor(place(StatePlace.Kind.LASTING, former())));
    }

    @Test
    void unsafeMarkOfTheFormerPlaceCountsForNothing() throws IOException {
        Files.createDirectories(former());
        Files.createSymbolicLink(former().resolve(MarkFileContent.FILE), root.resolve("secret"));

        assertThat(floor(place(StatePlace.Kind.LASTING, former())).where()).isNull();
    }

    @Test
    void otherWorkerIdOfTheForkInTheFormerPlaceIsLeftAloneWhereThePlaceIsChosen() throws IOException {
        StatePlace chosen = place(StatePlace.Kind.CONFIGURED, former());
        Path json = Files.createDirectories(former()).resolve("workerID.json");
        String record = "{\"ip\":\"10.0.0.1\",\"port\":\"8080\",\"workId\":%d,\"timestamp\":%d}";
        Files.writeString(json, record.formatted(5, now));
        assertThat(floor(chosen).where()).isNull();
        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> floor(place(StatePlace.Kind.LASTING, former())));

        Files.writeString(json, record.formatted(7, now));
        assertThat(floor(chosen).where()).isEqualTo(json);
    }

    @Test
    void ofTwoFloorsTheFirstOfTheHigherOnesIsNamed() {
        Floor one = new Floor(5, Path.of("one"));

        assertThat(one.or(new Floor(5, Path.of("two")))).isEqualTo(one);
        assertThat(one.or(new Floor(6, Path.of("two"))).where()).isEqualTo(Path.of("two"));
    }

    @Test
    void holderTellsWhatItIsAndListsNoOtherInstancesMarkAsItsOwn() {
        write(own(), OTHER, LAYOUT, mark(3));
        try (LocalHolder holder = new LocalHolder(
                place(StatePlace.Kind.LASTING, null), SELF, WorkerIdAssignment.of(null, Map.of("10.0.0.1:8080", 7)))) {
            assertThat(holder.isOnDisk()).isTrue();
            assertThat(List.of(holder.name(), holder.registry())).containsOnly("local");
            assertThat(holder.list()).extracting(WorkerIdEntry::workerId).containsExactly(7);
        }
    }
}
