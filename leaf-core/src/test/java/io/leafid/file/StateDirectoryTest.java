package io.leafid.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** On a real POSIX file system; what needs another user's files is shown when the build runs as root, as in a container. */
@Timeout(300)
class StateDirectoryTest {

    private static final int STRANGER = 12_345;
    private static final int MOST = 100;

    @TempDir
    private Path root;

    @BeforeEach
    void onPosixOnly() throws IOException {
        FileStore store = Files.getFileStore(root);
        assumeTrue(store.supportsFileAttributeView("unix") || store.supportsFileAttributeView("posix"));
    }

    private StateDirectory make() throws IOException {
        return StateDirectory.make(root.resolve("a").resolve("b"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
    }

    private static Path permit(Path path, int mode) throws IOException {
        Files.setAttribute(path, "unix:mode", mode, LinkOption.NOFOLLOW_LINKS);
        return path;
    }

    private static Path giveAway(Path path) throws IOException {
        boolean isRoot = (int) Files.getAttribute(Files.createTempFile("leaf", "owner"), "unix:uid") == 0;
        assumeTrue(isRoot, "only root can give a file to another user");
        Files.setAttribute(path, "unix:uid", STRANGER, LinkOption.NOFOLLOW_LINKS);
        return path;
    }

    @Test
    void whatIsMadeIsForThisUserAlone() throws IOException {
        StateDirectory made = make();
        made.replace("mark", bytes("x"));
        made.makeEmpty("lock");

        assertThat(mode(root.resolve("a"))).isEqualTo("rwx------");
        assertThat(mode(made.path())).isEqualTo("rwx------");
        assertThat(mode(made.file("mark"))).isEqualTo("rw-------");
        assertThat(mode(made.file("lock"))).isEqualTo("rw-------");
    }

    @Test
    void contentIsReplacedAndFound() throws IOException {
        StateDirectory made = make();
        assertThat(made.read("mark", MOST)).isEmpty();

        made.replace("mark", bytes("one"));
        made.replace("mark", bytes("two"));

        assertThat(made.read("mark", MOST)).map(FoundFile::text).contains("two");
        try (Stream<Path> files = Files.list(made.path())) {
            assertThat(files).containsExactly(made.file("mark"));
        }
    }

    /** Its writer would put an empty file in place, or fail. */
    @Test
    void whatAnotherProcessIsWritingIsLeftAlone() throws IOException {
        StateDirectory made = make();
        Path other = Files.writeString(made.file("tags.new"), "half of i");
        Path another = Files.writeString(made.file("tags.1.new"), "half of i");

        made.replaceShared("tags", bytes("one"));
        made.replaceShared("tags", bytes("two"));

        assertThat(made.read("tags", MOST)).map(FoundFile::text).contains("two");
        assertThat(mode(made.file("tags"))).isEqualTo("rw-------");
        try (Stream<Path> files = Files.list(made.path())) {
            assertThat(files).containsExactlyInAnyOrder(made.file("tags"), other, another);
        }
    }

    @Test
    void whatProcessesThatWereKilledWereWritingIsRemoved() throws IOException {
        StateDirectory made = make();
        FileTime now = Files.getLastModifiedTime(Files.writeString(root.resolve("now"), ""));
        for (String old : List.of("tags.new", "tags.1.new", "tags.2.new", "tags-2.new", "tags.lock")) {
            Files.setLastModifiedTime(
                    Files.writeString(made.file(old), "half of i"),
                    FileTime.fromMillis(now.toMillis() - Duration.ofMinutes(61).toMillis()));
        }
        Files.writeString(made.file("tags.3.new"), "half of i");

        made.replaceShared("tags", bytes("one"));

        try (Stream<Path> files = Files.list(made.path())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("tags", "tags.3.new", "tags-2.new", "tags.lock");
        }
    }

    @Test
    void nothingIsLeftOfAReplacementThatFails() throws IOException {
        StateDirectory made = make();
        Files.createDirectories(made.file("tags").resolve("in the way"));

        assertThatIOException().isThrownBy(() -> made.replaceShared("tags", bytes("one")));

        try (Stream<Path> files = Files.list(made.path())) {
            assertThat(files).containsExactly(made.file("tags"));
        }
    }

    @Test
    void nothingIsMadeToFindOut() throws IOException {
        assertThat(StateDirectory.find(root.resolve("a").resolve("b"))).isEmpty();
        assertThat(root.resolve("a")).doesNotExist();
    }

    @Test
    void linkInThePlaceOfAFileIsNotFollowed() throws IOException {
        StateDirectory made = make();
        Path secret = Files.writeString(root.resolve("secret"), "kept");
        Files.createSymbolicLink(made.file("mark"), secret);
        Files.createSymbolicLink(made.file("lock"), secret);
        Files.createSymbolicLink(made.file("other.new"), secret);

        assertThatExceptionOfType(UnsafeFileException.class)
                .isThrownBy(() -> made.read("mark", MOST))
                .withMessage("%s is no regular file but a link; remove it".formatted(made.file("mark")));
        assertThatExceptionOfType(UnsafeFileException.class).isThrownBy(() -> made.open("lock", MOST));
        made.replace("other", bytes("new"));
        made.replace("mark", bytes("new"));

        assertThat(secret).content().isEqualTo("kept");
        assertThat(made.read("mark", MOST)).map(FoundFile::text).contains("new");
        assertThat(made.read("other", MOST)).map(FoundFile::text).contains("new");
    }

    @Test
    void hardLinkToAnotherFileIsNotWrittenTo() throws IOException {
        StateDirectory made = make();
        Path secret = Files.writeString(root.resolve("secret"), "kept");
        Files.createLink(made.file("lock"), secret);
        Files.createLink(made.file("mark.new"), secret);

        assertThatExceptionOfType(UnsafeFileException.class)
                .isThrownBy(() -> made.open("lock", MOST))
                .withMessage(
                        "%s has 3 names (hard links), and Leaf gives it one; remove it".formatted(made.file("lock")));
        made.replace("mark", bytes("new"));
        assertThat(secret).content().isEqualTo("kept");
    }

    @Test
    void pipeHangsNothing() throws IOException, InterruptedException {
        StateDirectory made = make();
        assertThat(new ProcessBuilder("mkfifo", made.file("mark").toString())
                        .start()
                        .waitFor())
                .isZero();

        assertThatExceptionOfType(UnsafeFileException.class)
                .isThrownBy(() -> made.read("mark", MOST))
                .withMessage("%s is no regular file but a pipe, a socket or a device; remove it"
                        .formatted(made.file("mark")));
        assertThatExceptionOfType(UnsafeFileException.class).isThrownBy(() -> made.open("mark", MOST));
    }

    @Test
    void hugeFileIsNotRead() throws IOException {
        StateDirectory made = make();
        Files.write(made.file("mark"), new byte[MOST + 1]);

        assertThatExceptionOfType(UnsafeFileException.class)
                .isThrownBy(() -> made.read("mark", MOST))
                .withMessage(
                        "%s has 101 bytes, and Leaf writes at most 100 there; remove it".formatted(made.file("mark")));
    }

    @Test
    void fileOfTheLargestSizeIsRead() throws IOException {
        StateDirectory made = make();
        made.replace("mark", new byte[MOST]);

        assertThat(made.read("mark", MOST).orElseThrow().bytes()).hasSize(MOST);
    }

    @Test
    void fileOfAnotherUserIsNotBelieved() throws IOException {
        StateDirectory made = make();
        giveAway(Files.writeString(made.file("mark"), "planted"));

        assertThatExceptionOfType(UnsafeFileException.class)
                .isThrownBy(() -> made.read("mark", MOST))
                .withMessage(
                        ("%s belongs to uid 12345, and this process runs as uid 0, so that another user may have put "
                                        + "it there; if it is yours, change its owner (chown), else remove it, or set "
                                        + "the state directory to one of this user's own")
                                .formatted(made.file("mark")));
    }

    @Test
    void fileThatEveryUserMayWriteIsNotBelieved() throws IOException {
        StateDirectory made = make();
        permit(Files.writeString(made.file("mark"), "x"), 0666);

        assertThatExceptionOfType(UnsafeFileException.class)
                .isThrownBy(() -> made.read("mark", MOST))
                .withMessageContaining("may be written to by every user (mode 0666)");
    }

    /** Kubernetes gives what it finds on a volume to the group of the pod, at every start. */
    @Test
    void volumeOfAPodIsBelieved() throws IOException {
        Path volume = permit(Files.createDirectory(root.resolve("volume")), 02770);
        StateDirectory made = StateDirectory.make(volume.resolve("8080"));
        made.replace("mark", bytes("x"));
        permit(made.path(), 02770);
        permit(made.file("mark"), 0660);

        assertThat(StateDirectory.make(volume.resolve("8080")).read("mark", MOST))
                .map(FoundFile::text)
                .contains("x");
    }

    @Test
    void directoryOfAnotherUserIsRefused() throws IOException {
        Path planted = giveAway(Files.createDirectory(root.resolve("planted")));

        assertThatExceptionOfType(UnsafeFileException.class)
                .isThrownBy(() -> StateDirectory.make(planted))
                .withMessageStartingWith("%s belongs to uid 12345".formatted(planted));
        assertThatExceptionOfType(UnsafeFileException.class).isThrownBy(() -> StateDirectory.find(planted));
        assertThat(StateDirectory.make(planted.resolve("8080")).path())
                .as("where not every user may write, the operator has put it there")
                .isDirectory();
    }

    @Test
    void directoryThatEveryUserMayWriteToIsRefusedAlsoOnTheWay() throws IOException {
        Path open = permit(Files.createDirectory(root.resolve("open")), 0777);

        assertThatExceptionOfType(UnsafeFileException.class)
                .isThrownBy(() -> StateDirectory.make(open))
                .withMessage(
                        ("%s may be written to by every user (mode 0777), so that what it holds may be another user's; remove "
                                        + "what is not yours, take that away (chmod 0700), or set the state directory to one "
                                        + "of this user's own")
                                .formatted(open));
        assertThatExceptionOfType(UnsafeFileException.class)
                .isThrownBy(() -> StateDirectory.make(open.resolve("8080")))
                .withMessage(
                        ("%s may be written to by every user (mode 0777), so that any of them can put another directory "
                                        + "in the place of one below it; take that away (chmod o-w, or chmod +t), or set "
                                        + "the state directory to one of this user's own")
                                .formatted(open));
        assertThat(open.resolve("8080")).doesNotExist();
    }

    /** As /tmp is: all may make something there, but only its owner may take it away. */
    @Test
    void sharedDirectoryIsPassedThroughButNothingOfAnotherUserInIt() throws IOException {
        Path shared = permit(Files.createDirectory(root.resolve("shared")), 01777);
        assertThat(StateDirectory.make(shared.resolve("orders").resolve("8080")).path())
                .isDirectory();

        Path planted = giveAway(Files.createDirectory(shared.resolve("planted")));
        Path link =
                giveAway(Files.createSymbolicLink(shared.resolve("link"), Files.createDirectory(root.resolve("own"))));

        assertThatExceptionOfType(UnsafeFileException.class)
                .isThrownBy(() -> StateDirectory.make(planted.resolve("8080")))
                .withMessageStartingWith("%s belongs to uid 12345".formatted(planted));
        assertThatExceptionOfType(UnsafeFileException.class)
                .isThrownBy(() -> StateDirectory.make(link.resolve("8080")))
                .withMessageStartingWith("%s belongs to uid 12345".formatted(link));
        assertThat(root.resolve("own")).isEmptyDirectory();
    }

    @Test
    void linksOfTheOperatorAreFollowed() throws IOException {
        Path real = Files.createDirectories(root.resolve("real").resolve("deep"));
        Files.createSymbolicLink(root.resolve("relative"), Path.of("real/../real/deep"));
        Files.createSymbolicLink(root.resolve("absolute"), root.resolve("relative"));
        Files.createSymbolicLink(root.resolve("circle"), Path.of("circle"));

        assertThat(StateDirectory.make(root.resolve("absolute").resolve("8080")).path())
                .isEqualTo(real.toRealPath().resolve("8080"));
        assertThatIOException()
                .isThrownBy(() -> StateDirectory.make(root.resolve("circle")))
                .withMessageContaining("leads through more than 40 links");
    }

    @Test
    void fortyLinksAreFollowedAndNoMore() throws IOException {
        Path target = Files.createDirectory(root.resolve("0"));
        for (int i = 1; i <= 41; i++) {
            target = Files.createSymbolicLink(root.resolve("" + i), target.getFileName());
        }

        assertThat(StateDirectory.make(root.resolve("40")).path())
                .isEqualTo(root.toRealPath().resolve("0"));
        assertThatIOException().isThrownBy(() -> StateDirectory.make(root.resolve("41")));
    }

    @Test
    void wayBackLeadsToADirectoryWithTheRulesOfItsOwn() throws IOException {
        Path shared = permit(Files.createDirectory(root.resolve("shared")), 01777);
        Files.createDirectory(shared.resolve("own"));
        Path planted = giveAway(Files.createDirectory(shared.resolve("planted")));

        assertThatExceptionOfType(UnsafeFileException.class)
                .isThrownBy(() -> StateDirectory.make(
                        shared.resolve("own").resolve("..").resolve("planted").resolve("8080")))
                .withMessageStartingWith("%s belongs to uid 12345".formatted(planted));
    }

    @Test
    void fileOnTheWayIsNoDirectory() throws IOException {
        Path file = Files.writeString(root.resolve("file"), "");

        assertThatExceptionOfType(NotDirectoryException.class)
                .isThrownBy(() -> StateDirectory.make(file.resolve("8080")));
    }

    /** Who can read a file can also lock it, and so keep its owner from starting. */
    @Test
    void lockFileCannotBeReadByAnotherUser() throws Exception {
        StateDirectory made = make();
        for (Path open : List.of(root, root.resolve("a"), made.path())) {
            permit(open, 0755);
        }
        giveAway(Files.writeString(root.resolve("as root only"), ""));
        permit(Files.writeString(made.file("open"), ""), 0644);
        assertThat(readBy(STRANGER, made.file("open"))).as("the way is free").isZero();

        made.makeEmpty("lock");

        assertThat(readBy(STRANGER, made.file("lock"))).isNotZero();
    }

    private static int readBy(int uid, Path file) throws IOException, InterruptedException {
        return new ProcessBuilder(
                        "setpriv",
                        "--reuid",
                        "" + uid,
                        "--regid",
                        "" + uid,
                        "--clear-groups",
                        "--",
                        "cat",
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    @Test
    void directoryThatVanishedIsMadeAgain() throws IOException {
        StateDirectory made = make();
        Files.delete(made.path());

        made.restore();

        assertThat(mode(made.path())).isEqualTo("rwx------");
    }

    /** What the group may do on a volume is the operator's choice. */
    @Test
    void lockFileThatNoOtherUserCanReadKeepsItsMode() throws IOException {
        StateDirectory made = make();
        made.makeEmpty("lock");
        permit(made.file("lock"), 0660);

        made.open("lock", MOST).close();

        assertThat(mode(made.file("lock"))).isEqualTo("rw-rw----");
    }

    @Test
    void filesAreToldFromEachOtherByWhatTheSystemCallsThem() throws IOException {
        StateDirectory made = make();
        made.makeEmpty("one");
        made.makeEmpty("two");

        assertThat(made.keyOf("one")).isNotEmpty().isNotEqualTo(made.keyOf("two"));
        assertThat(made.keyOf("none")).isNull();
        assertThat(made.inodeOf("one")).hasValue((long) Files.getAttribute(made.file("one"), "unix:ino"));
        assertThat(made.inodeOf("none")).isEmpty();
    }
}
