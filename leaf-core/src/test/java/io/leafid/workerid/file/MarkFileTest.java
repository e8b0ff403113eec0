package io.leafid.workerid.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.SnowflakeLayout;
import io.leafid.file.CheckedText;
import io.leafid.testing.CapturedLog;
import io.leafid.testing.ChildJvm;
import io.leafid.testing.Folders;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.compat.OldFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkFileTest {

    private static final NodeIdentity NODE = new NodeIdentity("10.0.0.1", 8080);

    private static final String REGISTRY = "zk_normal 127.0.0.1:2181 /snowflake/orders";

    private static final HighWaterMark MARK =
            new HighWaterMark(7, "token-of-this-run", 1_762_000_000_500L, 1_762_000_010_000L);

    @TempDir
    private Path root;

    private Path directory() {
        return root.resolve("orders").resolve("leafconf").resolve("8080");
    }

    private Path file() {
        return directory().resolve(MarkFileContent.FILE);
    }

    private MarkFile open() {
        return MarkFile.open(directory(), NODE, SnowflakeLayout.DEFAULT, REGISTRY);
    }

    private void writeAndClose() {
        try (MarkFile file = open()) {
            file.write(MARK);
        }
    }

    @Test
    void markOfTheLastRunIsFound() {
        writeAndClose();

        try (MarkFile file = open()) {
            assertThat(file.read()).map(FoundMark::mark).contains(MARK);
        }
    }

    @Test
    void markOfALostLeaseIsFoundAsOneThoughItNamesNoToken() {
        try (MarkFile file = open()) {
            file.write(new FoundMark(MARK, MarkEvidence.SAME_PLACE, "")
                    .ofLostLease()
                    .mark());
        }

        try (MarkFile file = open()) {
            HighWaterMark lost = file.read().orElseThrow().mark();
            assertThat(lost.isOfLostLease()).isTrue();
            assertThat(lost.leaseToken()).isEmpty();
        }
    }

    /** Otherwise no log would say why worker ids run out. */
    @Test
    void hostThatHasChangedIsToldWithWhatItCosts() {
        writeAndClose();

        try (CapturedLog log = new CapturedLog(MarkFile.class.getName());
                MarkFile file = MarkFile.open(
                        directory(),
                        new NodeIdentity("10.0.0.2", 8080),
                        SnowflakeLayout.DEFAULT,
                        "mysql leaf_workerid_alloc")) {
            assertThat(file.read()).isEmpty();
            assertThat(log.warnings())
                    .filteredOn(text -> text.contains(directory().toString()))
                    .singleElement()
                    .asString()
                    .contains("was written by 10.0.0.1:8080, and this instance is 10.0.0.2:8080")
                    .contains("one that changes uses up another each time");
        }
    }

    @Test
    void contentCanBeReadByPeople() throws IOException {
        writeAndClose();
        WritingProcess self = WritingProcess.current();

        assertThat(file()).content().isEqualTo("""
                        # Written by Leaf ahead of the ids that it covers. Do not edit; a copy is of no use to another instance.
                        version=2
                        identity=10.0.0.1:8080
                        epoch=1288834974657
                        bits=41,10,12
                        workerId=7
                        token=token-of-this-run
                        mark=1762000000500
                        ceiling=1762000010000
                        registry=zk_normal 127.0.0.1:2181 /snowflake/orders
                        service=
                        directory=%s
                        lock=%s
                        born=%s
                        machine=%s
                        boot=%s
                        pidNamespace=%s
                        pid=%d
                        crc32 %s
                        """.formatted(
                        directory(),
                        lockKey(),
                        born(),
                        self.machine(),
                        self.boot(),
                        self.pidNamespace(),
                        self.pid(),
                        checksum()));
    }

    private String lockKey() throws IOException {
        Object key = Files.readAttributes(directory().resolve(MarkFile.LOCK), BasicFileAttributes.class)
                .fileKey();
        return (key == null) ? "" : key.toString();
    }

    /** Where it is not known when a file was made, the system says when it was written. */
    private String born() throws IOException {
        Path probe = Files.createTempFile(root, "probe", "");
        Files.setLastModifiedTime(probe, FileTime.fromMillis(0));
        boolean isKnown = creationTime(probe).toMillis() != 0;
        return isKnown ? creationTime(file()).toString() : "";
    }

    private static FileTime creationTime(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).creationTime();
    }

    private String checksum() {
        try {
            String text = Files.readString(file());
            return text.substring(text.lastIndexOf(' ') + 1).strip();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Test
    void markInItsPlaceProvesThatItsWriterHasEnded() throws IOException {
        writeAndClose();

        try (MarkFile file = open()) {
            assertThat(file.read()).map(FoundMark::evidence).contains(evidenceInPlace());
        }
    }

    /** Systems that do not name their runs can prove nothing, and those that do not know when a file was made less. */
    private MarkEvidence evidenceInPlace() throws IOException {
        if (WritingProcess.current().boot().isEmpty()) {
            return MarkEvidence.COPY;
        }
        return born().isEmpty() ? MarkEvidence.SAME_DIRECTORY : MarkEvidence.WRITER_ENDED;
    }

    /** Found by TLC in the traces of CopiedStateIT: the copy of the lock had the number of the one that it replaced, as ext4 gives it. */
    @Test
    void copyThatIsRestoredInItsPlaceProvesNothingAlsoIfItsLockGetsTheSameNumber() throws IOException {
        writeAndClose();
        Path copy = root.resolve("copy");
        Folders.copy(directory(), copy);

        for (String name : List.of(MarkFile.LOCK, MarkFileContent.FILE)) {
            Files.delete(directory().resolve(name));
            Files.copy(copy.resolve(name), directory().resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
        }

        try (MarkFile file = open()) {
            assertThat(file.read()).map(FoundMark::evidence).contains(MarkEvidence.SAME_DIRECTORY);
        }
    }

    @Test
    void markThatWasRestoredAloneProvesNothing() throws IOException {
        writeAndClose();
        byte[] saved = Files.readAllBytes(file());
        writeAndClose();
        Files.write(file(), saved);

        try (MarkFile file = open()) {
            assertThat(file.read()).map(FoundMark::evidence).contains(MarkEvidence.SAME_DIRECTORY);
        }
    }

    @Test
    void copiedDirectoryProvesNothingAndSaysWhereItComesFrom() throws IOException {
        writeAndClose();
        Path copy = root.resolve("copy");
        Folders.copy(directory(), copy);

        try (MarkFile file = MarkFile.open(copy, NODE, SnowflakeLayout.DEFAULT, REGISTRY)) {
            assertThat(file.read()).hasValueSatisfying(found -> {
                assertThat(found.mark()).isEqualTo(MARK);
                assertThat(found.evidence()).isEqualTo(MarkEvidence.COPY);
                assertThat(found.origin())
                        .contains("in " + directory())
                        .contains("this is " + copy)
                        .contains("process " + ProcessHandle.current().pid());
            });
        }
    }

    @Test
    void directoryThatWasPutInPlaceOfTheFormerOneProvesNothing() throws IOException {
        writeAndClose();
        Path copy = root.resolve("copy");
        Folders.copy(directory(), copy);
        Path former = Files.move(directory(), root.resolve("former"));
        Files.move(copy, directory());

        try (MarkFile file = open()) {
            assertThat(file.read()).map(FoundMark::evidence).contains(MarkEvidence.SAME_DIRECTORY);
        }
        assertThat(former).exists();
    }

    @Test
    void markOfAnotherRegistryIsPutAsideWithBothNamed() {
        writeAndClose();

        try (MarkFile file = MarkFile.open(directory(), NODE, SnowflakeLayout.DEFAULT, "mysql jdbc:h2:mem:x t")) {
            assertThat(file.read()).hasValueSatisfying(found -> {
                assertThat(found.evidence()).isEqualTo(MarkEvidence.OTHER_REGISTRY);
                assertThat(found.origin()).contains("for " + REGISTRY).endsWith("for mysql jdbc:h2:mem:x t");
            });
        }
        assertThat(directory().resolve(MarkFileContent.FILE + ".unusable")).exists();
    }

    private static byte[] checked(String body) {
        return CheckedText.seal(body).getBytes(StandardCharsets.UTF_8);
    }

    /** Any writer can compute a checksum. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "version=2\n",
                "version=2\nregistry=r\ndirectory=d\nlock=l\nmachine=m\nboot=b\npidNamespace=p\npid=1\nidentity=a:1\nepoch=x\n",
                "version=2\nregistry=r\ndirectory=d\nlock=l\nmachine=m\nboot=b\npidNamespace=p\npid=1\nidentity=a:1\nepoch=1\nbits=41\nworkerId=1\ntoken=t\nmark=1\nceiling=1\n",
                "version=2\nregistry=r\ndirectory=d\nlock=l\nmachine=m\nboot=b\npidNamespace=p\npid=1\nidentity=a:1\nepoch=1\nbits=41,10,13\nworkerId=1\ntoken=t\nmark=1\nceiling=1\n",
                "version=2\nregistry=r\ndirectory=d\nlock=l\nmachine=m\nboot=b\npidNamespace=p\npid=1\nidentity=a:1\nepoch=1\nbits=41,10,12\nworkerId=99999999999\ntoken=t\nmark=1\nceiling=1\n"
            })
    void rubbishWithARightChecksumIsNoMark(String body) {
        assertThat(MarkRecord.parse(checked(body))).isEmpty();
    }

    @Test
    void missingFileIsNoMark() {
        try (MarkFile file = open()) {
            assertThat(file.read()).isEmpty();
        }
    }

    @Test
    void markIsWrittenAlsoIntoADirectoryThatExists() throws IOException {
        Files.createDirectories(directory());

        writeAndClose();

        assertThat(file()).exists();
    }

    @Test
    void markIsWrittenAlsoThroughALink() throws IOException {
        Path real = Files.createDirectories(root.resolve("real"));
        Path link = Files.createSymbolicLink(root.resolve("link"), real);

        try (MarkFile file = MarkFile.open(link, NODE, SnowflakeLayout.DEFAULT, REGISTRY)) {
            file.write(MARK);
            assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                    .as("the same directory by its other name")
                    .isThrownBy(() -> MarkFile.open(real, NODE, SnowflakeLayout.DEFAULT, REGISTRY));
        }
        assertThat(real.resolve(MarkFileContent.FILE)).exists();
    }

    /** Every single byte counts, and every shorter file too: a crash of the disk can leave anything. */
    @Test
    void damagedFileIsRecognisedWhereverTheDamageIs() throws IOException {
        writeAndClose();
        byte[] whole = Files.readAllBytes(file());

        assertThat(MarkRecord.parse(whole)).isPresent();
        for (int i = 0; i < whole.length; i++) {
            byte[] damaged = whole.clone();
            damaged[i] ^= 1;
            assertThat(MarkRecord.parse(damaged)).as("bit of byte %d", i).isEmpty();
            assertThat(MarkRecord.parse(Arrays.copyOf(whole, i)))
                    .as("length %d", i)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "workerID=7\n", "workerID=7\nmaxTimestamp=1588000000000\n", "{\"workId\":7}"})
    void fileOfAnotherFormatIsKeptAside(String content) throws IOException {
        Files.createDirectories(directory());
        Files.writeString(file(), content);

        try (MarkFile file = open()) {
            assertThat(file.read()).isEmpty();
            file.write(MARK);
            assertThat(file.read()).map(FoundMark::mark).contains(MARK);
        }
        assertThat(directory().resolve(MarkFileContent.FILE + ".unusable"))
                .content()
                .isEqualTo(content);
    }

    @Test
    void filesOfTheOriginalAreLeftAloneAndNoMark() throws IOException {
        Files.createDirectories(directory());
        Path original = Files.writeString(
                directory().resolve("workerID.properties"), "workerID=7\nmaxTimestamp=1588000000000\n");

        try (MarkFile file = open()) {
            assertThat(file.read()).isEmpty();
            file.write(MARK);
        }
        assertThat(OldFiles.hint(directory())).contains(new OldFiles.Hint(original, 7));
        assertThat(original).content().startsWith("workerID=7");
    }

    @Test
    void copyIsOfNoUseToAnotherInstance() {
        writeAndClose();

        try (MarkFile file =
                MarkFile.open(directory(), new NodeIdentity("10.0.0.2", 8080), SnowflakeLayout.DEFAULT, REGISTRY)) {
            assertThat(file.read()).isEmpty();
        }
        assertThat(directory().resolve(MarkFileContent.FILE + ".unusable")).exists();
    }

    @Test
    void markOfAnotherLayoutIsRefused() {
        writeAndClose();
        SnowflakeLayout other = new SnowflakeLayout(SnowflakeLayout.DEFAULT.epochMillis(), 41, 9, 13);

        try (MarkFile file = MarkFile.open(directory(), NODE, other, REGISTRY)) {
            assertThatExceptionOfType(WorkerIdException.LayoutMismatch.class)
                    .isThrownBy(file::read)
                    .withMessageContaining(file().toString());
        }
    }

    @Test
    void interruptedWriteLeavesTheMarkBefore() throws IOException {
        writeAndClose();
        Files.writeString(directory().resolve(MarkFileContent.FILE + ".new"), "version=2\nident");

        try (MarkFile file = open()) {
            assertThat(file.read()).map(FoundMark::mark).contains(MARK);
            HighWaterMark next = new HighWaterMark(7, "next", 5, 6);
            file.write(next);
            assertThat(file.read()).map(FoundMark::mark).contains(next);
        }
    }

    @Test
    void directoryIsLockedForLifeAlsoWithinAProcess() {
        try (MarkFile first = open()) {
            assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                    .isThrownBy(this::open)
                    .withMessage(
                            "%1$s/leaf-mark.lock is locked by this process (%2$d), as 10.0.0.1:8080 with the state directory %1$s; this start is process %2$d, as 10.0.0.1:8080; stop one of them, or give each instance its own port and state directory"
                                    .formatted(
                                            directory(), ProcessHandle.current().pid()));
            first.write(MARK);
        }
        writeAndClose();
    }

    @Test
    @Timeout(300)
    void directoryIsLockedAgainstAnotherProcess() throws IOException, InterruptedException {
        List<String> command = ChildJvm.command(Locker.class);
        command.add(directory().toString());
        Process other = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = other.inputReader(StandardCharsets.UTF_8)) {
            assertThat(lines.lines().anyMatch("locked"::equals)).isTrue();

            assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                    .isThrownBy(this::open)
                    .withMessageContaining("is locked by process " + other.pid());
        } finally {
            other.destroyForcibly().waitFor();
        }
        writeAndClose(); // what was killed holds no lock
    }

    @Test
    void lockThatACleanerRemovedIsTakenAgainWithTheNextMark() throws IOException {
        try (MarkFile first = open()) {
            Files.delete(directory().resolve(MarkFile.LOCK));
            first.write(MARK);

            assertThat(directory().resolve(MarkFile.LOCK)).exists();
            assertThatExceptionOfType(WorkerIdException.IdentityInUse.class).isThrownBy(this::open);
        }
    }

    @Test
    void nothingIsWrittenAfterTheLockIsGivenUp() {
        MarkFile file = open();
        file.close();

        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> file.write(MARK));
        assertThat(file()).doesNotExist();
    }

    @Test
    void directoryThatCannotBeMadeIsNamed() throws IOException {
        Path blocked = Files.writeString(root.resolve("file"), "").resolve("below");

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> MarkFile.open(blocked, NODE, SnowflakeLayout.DEFAULT, REGISTRY))
                .withMessage("nothing can be written to %s; set the state directory to one of this instance's own"
                        .formatted(blocked));
    }

    private MarkFile openWithFormer(Path former) {
        StatePlace place = new StatePlace(
                StatePlace.Kind.LASTING, "orders", directory(), former, List.of(root.resolve("locks")), null);
        return MarkFile.open(place, NODE, SnowflakeLayout.DEFAULT, REGISTRY);
    }

    /** What an earlier version has written where it was by default: it says nothing about who still runs. */
    @Test
    void markOfTheFormerPlaceCountsAsACopy() {
        Path former = root.resolve("former");
        try (MarkFile file = MarkFile.open(former, NODE, SnowflakeLayout.DEFAULT, REGISTRY)) {
            file.write(MARK);
        }

        try (MarkFile file = openWithFormer(former)) {
            assertThat(file.read()).hasValueSatisfying(found -> {
                assertThat(found.mark()).isEqualTo(MARK);
                assertThat(found.evidence()).isEqualTo(MarkEvidence.COPY);
            });
            file.write(new HighWaterMark(7, "later", MARK.markMillis() + 1, MARK.ceilingMillis() + 1));
            assertThat(file.read())
                    .as("the higher mark")
                    .map(found -> found.mark().token())
                    .contains("later");
        }
    }

    private void writeAt(Path directory, NodeIdentity identity, SnowflakeLayout layout, HighWaterMark mark) {
        try (MarkFile file = MarkFile.open(directory, identity, layout, REGISTRY)) {
            file.write(mark);
        }
    }

    @Test
    void higherMarkOfTheFormerPlaceCountsIfItIsOfTheSameWorkerId() {
        Path former = root.resolve("former");
        writeAndClose();
        HighWaterMark later = new HighWaterMark(7, "later", MARK.markMillis() + 1, MARK.ceilingMillis());
        for (HighWaterMark earlier : List.of(
                new HighWaterMark(7, "equal", MARK.markMillis(), MARK.ceilingMillis()),
                new HighWaterMark(7, "lower", MARK.markMillis() - 1, MARK.ceilingMillis()),
                new HighWaterMark(6, "another", MARK.markMillis() + 1, MARK.ceilingMillis()),
                later)) {
            writeAt(former, NODE, SnowflakeLayout.DEFAULT, earlier);
            try (MarkFile file = openWithFormer(former)) {
                assertThat(file.read()).map(FoundMark::mark).contains(earlier.equals(later) ? later : MARK);
            }
        }
    }

    @Test
    void markOfTheFormerPlaceCountsForNothingIfItsInstanceOrLayoutIsAnother() {
        Path former = root.resolve("former");
        writeAt(former, new NodeIdentity("10.0.0.2", 8080), SnowflakeLayout.DEFAULT, MARK);
        try (MarkFile file = openWithFormer(former)) {
            assertThat(file.read()).isEmpty();
        }
        Path other = root.resolve("other");
        writeAt(other, NODE, new SnowflakeLayout(0, 41, 10, 12), MARK);
        try (MarkFile file = openWithFormer(other)) {
            assertThat(file.read()).isEmpty();
        }
    }

    @Test
    void closedFileIsLockedAndWrittenAgainOnceItIsReopened() throws IOException {
        MarkFile file = open();
        file.reopen();
        file.write(MARK);
        file.close();
        Folders.delete(directory());
        file.reopen();

        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class).isThrownBy(this::open);
        file.write(MARK);
        file.close();
        try (MarkFile next = open()) {
            assertThat(next.read()).map(FoundMark::mark).contains(MARK);
        }
    }

    @Test
    void markOfTheFormerPlaceCountsForNothingIfItIsAnothersOrUnsafe() throws IOException {
        Path former = root.resolve("former");
        try (MarkFile file = MarkFile.open(former, NODE, SnowflakeLayout.DEFAULT, "another registry")) {
            file.write(MARK);
        }
        try (MarkFile file = openWithFormer(former)) {
            assertThat(file.read()).isEmpty();
        }
        Files.delete(former.resolve(MarkFileContent.FILE));
        Files.createSymbolicLink(former.resolve(MarkFileContent.FILE), root.resolve("secret"));
        try (MarkFile file = openWithFormer(former)) {
            assertThat(file.read()).isEmpty();
        }
    }

    /** Another process that locks a directory until it is killed. */
    static final class Locker {

        private Locker() {}

        /** Locks the directory that is named. */
        public static void main(String[] arguments) throws IOException {
            MarkFile.open(Path.of(arguments[0]), NODE, SnowflakeLayout.DEFAULT, REGISTRY);
            System.out.println("locked");
            int end = System.in.read();
            System.exit(end);
        }
    }

    /** What a later version means by the same words is not known. */
    @Test
    void markOfALaterVersionIsNone() throws IOException {
        writeAndClose();
        String body = Files.readString(file()).replace("version=2", "version=3");

        assertThat(MarkRecord.parse(checked(body.substring(0, body.indexOf("crc32 ")))))
                .isEmpty();
        assertThat(MarkRecord.parse(
                        checked(body.substring(0, body.indexOf("crc32 ")).replace("version=3", "version=2"))))
                .isPresent();
    }
}
