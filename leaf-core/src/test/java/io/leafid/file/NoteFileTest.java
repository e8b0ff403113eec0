package io.leafid.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.leafid.testing.ChildJvm;
import io.leafid.time.TimeSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several that write one file, in one process and in two. */
@Timeout(300)
class NoteFileTest {

    private static final String HEADER = "lines 1";

    @TempDir
    private Path directory;

    private Path file = Path.of("");

    @BeforeEach
    void choosePlace() {
        file = directory.resolve("state").resolve("lines");
    }

    private NoteFile note() {
        return new NoteFile(file, HEADER, 1_000);
    }

    private static boolean append(NoteFile note, String line) {
        try {
            List<String> lines = new ArrayList<>(note.read().orElse(List.of()));
            lines.add(line);
            note.write(String.join("\n", lines) + "\n");
            return true;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static void awaitWaitingOrEnded(Thread thread) {
        await().until(() -> thread.getState() == Thread.State.TIMED_WAITING || !thread.isAlive());
    }

    @Test
    void lineThatAnotherProcessIsAddingIsNotLost() throws Exception {
        List<String> command = ChildJvm.command(Other.class);
        command.add(file.toString());
        Process other = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader answers = other.inputReader(StandardCharsets.UTF_8)) {
            assertThat(answers.readLine()).isEqualTo("has it");
            Thread adding = new Thread(() -> note().alone(TimeSource.system(), () -> append(note(), "own")));
            adding.start();
            awaitWaitingOrEnded(adding);
            other.outputWriter().close();
            adding.join();
            assertThat(other.waitFor()).isZero();
        } finally {
            other.destroyForcibly().waitFor();
        }

        assertThat(note().read()).contains(List.of("other", "own"));
    }

    /** It may have been stopped, or hang in a file system that does not answer. */
    @Test
    void writerThatStandsStillHoldsUpNoOther() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        AtomicBoolean hasIt = new AtomicBoolean();
        Thread standing = new Thread(() -> note().alone(TimeSource.system(), () -> {
            hasIt.set(true);
            await().until(() -> end.getCount() == 0);
            return true;
        }));
        standing.start();
        await().untilTrue(hasIt);

        assertThat(note().alone(TimeSource.system(), () -> append(note(), "own")))
                .isTrue();
        assertThat(standing.isAlive()).isTrue();
        end.countDown();
        standing.join();

        assertThat(note().read()).contains(List.of("own"));
    }

    @Test
    void writerThatHasFailedKeepsNoOtherOut() {
        NoteFile failing = new NoteFile(file.resolveSibling("failing"), HEADER, 1_000);

        assertThatIllegalStateException()
                .isThrownBy(() -> failing.alone(TimeSource.system(), () -> {
                    throw new IllegalStateException("failed");
                }));

        assertThat(System.getProperties()).doesNotContainValue("failing");
    }

    @Test
    void placeWithoutLocksIsWrittenAllTheSame() throws IOException {
        Files.createDirectories(file.resolveSibling("lines.lock"));

        assertThat(note().alone(TimeSource.system(), () -> append(note(), "own")))
                .isTrue();

        assertThat(note().read()).contains(List.of("own"));
    }

    /** Reads the file, and writes it when it is told to. */
    static final class Other {

        private Other() {}

        public static void main(String[] arguments) {
            NoteFile note = new NoteFile(Path.of(arguments[0]), HEADER, 1_000);
            note.alone(TimeSource.system(), () -> {
                try {
                    note.read();
                    System.out.println("has it");
                    System.in.read();
                    note.write("other\n");
                    return true;
                } catch (IOException ex) {
                    throw new UncheckedIOException(ex);
                }
            });
        }
    }
}
