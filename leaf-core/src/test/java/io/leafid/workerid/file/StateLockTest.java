package io.leafid.workerid.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.leafid.SnowflakeLayout;
import io.leafid.file.StateDirectory;
import io.leafid.testing.ChildJvm;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Locks within one process and against another one, which asks the system and nothing of ours. */
@Timeout(300)
class StateLockTest {

    private static final NodeIdentity NODE = new NodeIdentity("10.0.0.1", 8080);

    private static final String REGISTRY = "zk_normal";

    private static final HighWaterMark MARK = new HighWaterMark(7, "token", 1, 2);

    @TempDir
    private Path root;

    private Path directory() {
        return root.resolve("8080");
    }

    private MarkFile open(Path directory) {
        return MarkFile.open(directory, NODE, SnowflakeLayout.DEFAULT, REGISTRY);
    }

    /** What another process hears that wants the directory. */
    private static String askedByAnotherProcess(Path directory) throws IOException, InterruptedException {
        List<String> command = ChildJvm.command(Attempt.class);
        command.add(directory.toString());
        Process other = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = other.inputReader(StandardCharsets.UTF_8)) {
            return Objects.requireNonNullElse(lines.readLine(), "nothing");
        } finally {
            other.destroyForcibly().waitFor();
        }
    }

    @Test
    void secondClassLoaderIsRefusedAndTheOwnersLockStillKeepsOtherProcessesOut() throws Exception {
        try (MarkFile owner = open(directory())) {
            assertThat(openedInAnotherClassLoader(directory()))
                    .startsWith("io.leafid.workerid.WorkerIdException$IdentityInUse")
                    .contains("is locked by this process");

            assertThat(askedByAnotherProcess(directory()))
                    .startsWith("IdentityInUse")
                    .contains("is locked by process %d, as 10.0.0.1:8080 with the state directory %s"
                            .formatted(ProcessHandle.current().pid(), directory()));
            owner.write(MARK);
        }
        assertThat(openedInAnotherClassLoader(directory())).isEqualTo("opened");
        assertThat(askedByAnotherProcess(directory())).isEqualTo("opened");
    }

    /** Opens the directory with classes that are loaded anew, as a second application of one server does. */
    private static String openedInAnotherClassLoader(Path directory) throws Exception {
        URL[] urls = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> urlOf(Path.of(entry)))
                .toArray(URL[]::new);
        try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
            Class<?> markFile = loader.loadClass(MarkFile.class.getName());
            assertThat(markFile).isNotSameAs(MarkFile.class);
            Class<?> identity = loader.loadClass(NodeIdentity.class.getName());
            Class<?> layout = loader.loadClass(SnowflakeLayout.class.getName());
            Method open = markFile.getMethod("open", Path.class, identity, layout, String.class);
            Object opened = open.invoke(
                    null,
                    directory,
                    identity.getConstructor(String.class, int.class).newInstance("10.0.0.1", 8080),
                    layout.getField("DEFAULT").get(null),
                    REGISTRY);
            markFile.getMethod("close").invoke(opened);
            return "opened";
        } catch (InvocationTargetException ex) {
            return String.valueOf(ex.getCause());
        }
    }

    private static URL urlOf(Path entry) {
        try {
            return entry.toUri().toURL();
        } catch (MalformedURLException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** A bind mount has another path too, but cannot be made by a test. */
    @Test
    void sameFileUnderAnotherPathIsNotOpenedEither() throws Exception {
        Path other = Files.createDirectories(root.resolve("other"));
        try (MarkFile owner = open(directory())) {
            Files.createLink(other.resolve(MarkFile.LOCK), directory().resolve(MarkFile.LOCK));

            assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                    .isThrownBy(() -> open(other))
                    .withMessageContaining("is locked by this process");
            Files.delete(other.resolve(MarkFile.LOCK));
            assertThat(askedByAnotherProcess(directory())).startsWith("IdentityInUse");
            owner.write(MARK);
        }
    }

    /** Some tests put other system properties in the place of those that there were. */
    @Test
    void ownersLockHoldsAlsoWhenTheTableOfLocksIsLost() throws Exception {
        Properties before = System.getProperties();
        Properties others = new Properties();
        before.stringPropertyNames().forEach(name -> others.setProperty(name, before.getProperty(name)));
        try (MarkFile owner = open(directory())) {
            System.setProperties(others);
            assertThatExceptionOfType(WorkerIdException.IdentityInUse.class).isThrownBy(() -> open(directory()));
            assertThat(askedByAnotherProcess(directory())).startsWith("IdentityInUse");
            owner.write(MARK);
            System.setProperties(before);
        } finally {
            System.setProperties(before);
        }
    }

    @Test
    void tableOfLocksCanBeCopiedAndStored() throws IOException {
        Set<String> before = System.getProperties().stringPropertyNames();
        try (MarkFile owner = open(directory())) {
            owner.write(MARK);
            ByteArrayOutputStream stored = new ByteArrayOutputStream();

            ((Properties) System.getProperties().clone()).store(stored, null);

            assertThat(stored.toString(StandardCharsets.ISO_8859_1)).contains("io.leafid.lock.");
        }
        assertThat(System.getProperties().stringPropertyNames())
                .as("left behind")
                .isEqualTo(before);
    }

    @Test
    void numberOfAProcessThatHasEndedIsNotBlamed() throws Exception {
        StateDirectory state = StateDirectory.make(directory());
        state.replace(MarkFile.LOCK, "pid=999999999\nidentity=a:1\ndirectory=/d\n".getBytes(StandardCharsets.UTF_8));

        assertThat(StateLock.ownerOf(state, MarkFile.LOCK))
                .isEqualTo(
                        "a process that cannot be seen from here; last recorded was process 999999999, as a:1 with the state directory /d");
    }

    @Test
    void lockFileThatIsTakenAwayAtTheEndIsLockedAnewByTheNext() throws Exception {
        StateDirectory state = StateDirectory.make(directory());
        LockHolder self = LockHolder.self(NODE.toString(), directory().toString());
        StateLock first = Objects.requireNonNull(StateLock.take(state, "x.lock", self));
        first.closeAndDelete();
        assertThat(state.file("x.lock")).doesNotExist();

        StateLock second = Objects.requireNonNull(StateLock.take(state, "x.lock", self));
        first.close();
        first.closeAndDelete();

        assertThat(StateLock.take(state, "x.lock", self)).as("still held").isNull();
        second.closeAndDelete();
    }

    /** Another process may take the file away that is just being locked, and a third one make the next, which it locks. */
    @Test
    void lockThatIsTakenAnewIsOnTheFileThatIsThere() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/locks")), "needs the system's table of locks");
        StateDirectory state = StateDirectory.make(directory());
        Path file = state.file("x.lock");
        StateLock lock = Objects.requireNonNull(StateLock.take(state, "x.lock", LockHolder.self("a:1", "here")));
        List<FileChannel> made = new ArrayList<>(); // open, so that none gets the number of one before
        CompletableFuture<Void> others = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 500; i++) {
                try {
                    Path next = root.resolve("next-" + i);
                    made.add(FileChannel.open(next, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
                    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
                } catch (IOException ex) {
                    throw new UncheckedIOException(ex);
                }
            }
        });
        List<String> unlocked = new ArrayList<>();
        while (!others.isDone()) {
            try {
                lock.restore();
                if (LockTable.pidOf(inode(lock)).isEmpty()) {
                    unlocked.add(lock.key());
                }
            } catch (IOException ex) {
                // it is tried again
            }
        }
        others.join();
        lock.close();
        for (FileChannel channel : made) {
            channel.close();
        }
        assertThat(unlocked).isEmpty();
    }

    private static long inode(StateLock lock) {
        return Long.parseLong(lock.key().replaceAll(".*ino=(\\d+).*", "$1"));
    }

    /** As where the disk fails for a while: the instance may be started again in this process. */
    @Test
    void lockIsGivenUpThoughItsFileCannotBeTakenAway() throws Exception {
        StateDirectory state = StateDirectory.make(directory());
        LockHolder self = LockHolder.self(NODE.toString(), directory().toString());
        StateLock lock = Objects.requireNonNull(StateLock.take(state, "x.lock", self));
        Files.delete(state.file("x.lock"));
        Files.delete(state.path());
        Files.createFile(state.path());

        assertThatIOException().isThrownBy(lock::closeAndDelete);

        Files.delete(state.path());
        state.restore();
        StateLock again = StateLock.take(state, "x.lock", self);
        assertThat(again).as("free").isNotNull();
        again.closeAndDelete();
    }

    /** Another process that wants a directory, says what it hears, and ends. */
    static final class Attempt {

        private Attempt() {}

        /** Opens the directory that is named. */
        public static void main(String[] arguments) {
            try (MarkFile file = MarkFile.open(Path.of(arguments[0]), NODE, SnowflakeLayout.DEFAULT, REGISTRY)) {
                file.read();
                System.out.println("opened");
            } catch (WorkerIdException ex) {
                System.out.println(ex.getClass().getSimpleName() + ": " + ex.getMessage());
            }
        }
    }
}
