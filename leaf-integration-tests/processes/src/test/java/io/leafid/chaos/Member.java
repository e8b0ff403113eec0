package io.leafid.chaos;

import io.leafid.specification.ProcessTraces;
import io.leafid.testing.ChildJvm;
import io.leafid.testing.SteppedClock;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.ZooKeeperEnsemble;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One node as the driver sees it: its identity, its directories and lines, and the process that runs now. Used by one thread.
 */
final class Member implements AutoCloseable {

    private final Identity identity;
    private final Path home;
    private final Lines lines;
    private final SmallDisk disk;
    private final Duration rest;
    private final List<Process> all = new ArrayList<>();
    private @Nullable Process current;
    private boolean isWanted;
    private boolean isDisturbed;

    Member(Identity identity, Path root, ZooKeeperEnsemble registry, Duration rest) throws IOException {
        this.identity = identity;
        this.home = Files.createDirectories(root.resolve(identity.name()));
        this.lines = new Lines(identity.database(), registry);
        this.disk = SmallDisk.at(home.resolve("state"));
        this.rest = rest;
        Files.createDirectories(logs());
        setClock("+0");
    }

    /**
     * Who a node is.
     *
     * @param name a word for the story
     * @param port what tells it from the others on its host
     * @param database where its segments come from
     * @param settings where its worker id comes from
     */
    record Identity(String name, int port, TestDatabase database, List<String> settings) {}

    String name() {
        return identity.name();
    }

    TestDatabase database() {
        return identity.database();
    }

    Lines lines() {
        return lines;
    }

    SmallDisk disk() {
        return disk;
    }

    /** Where its callers write. */
    Path logs() {
        return home.resolve("logs-" + identity.name());
    }

    boolean isDisturbed() {
        return isDisturbed;
    }

    void disturbed(boolean now) {
        isDisturbed = now;
    }

    /** What all its processes have printed. */
    List<Path> outputs() throws IOException {
        try (Stream<Path> files = Files.list(home)) {
            return files.filter(file -> file.toString().endsWith(".out")).toList();
        }
    }

    /** The end of what its last process has printed. */
    String lastWords() {
        try {
            String output = Files.readString(output(all.size() - 1));
            return output.substring(Math.max(0, output.length() - 3_000));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private Path output(int number) {
        return home.resolve(number + ".out");
    }

    /** From now on a process runs; one that ends by itself is started again. */
    void start() {
        isWanted = true;
        supervise();
    }

    void supervise() {
        Process process = current;
        if (isWanted && (process == null || !process.isAlive())) {
            current = launch(disk.directory());
        }
    }

    /** Ends the process at once. */
    void kill() {
        isWanted = false;
        process().destroyForcibly();
        awaitEnd(process());
    }

    /** Has the process end in its own way; kills it if it does not. */
    void terminate() {
        isWanted = false;
        process().destroy();
        if (!awaitEnd(process())) {
            kill();
        }
    }

    private static boolean awaitEnd(Process process) {
        try {
            return process.waitFor(30, TimeUnit.SECONDS);
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private Process process() {
        if (current == null) {
            throw new IllegalStateException(name() + " was never started");
        }
        return current;
    }

    void signal(String signal) {
        try {
            new ProcessBuilder("kill", "-" + signal, Long.toString(process().pid()))
                    .start()
                    .waitFor();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** Sets the clock of its processes apart from the machine's. */
    void setClock(String offset) {
        try {
            Path fresh = Files.writeString(home.resolve("clock.new"), offset);
            Files.move(fresh, home.resolve("clock"), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Copies its state directory and starts another process of the same identity on the copy. */
    Process startTwin() {
        try {
            Path copy = Files.createTempDirectory(home, "copy-");
            copyMarks(disk.directory(), copy);
            return launch(copy);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Files that are being replaced may vanish meanwhile. */
    private static void copyMarks(Path from, Path to) throws IOException {
        List<Path> found;
        try (Stream<Path> files = Files.walk(from)) {
            found = files.filter(file -> !file.equals(from)).toList();
        }
        for (Path file : found) {
            Path target = to.resolve(from.relativize(file).toString());
            if (Files.isDirectory(file)) {
                Files.createDirectories(target);
            } else if (file.toString().contains("mark")) {
                copyIfThere(file, target);
            }
        }
    }

    private static void copyIfThere(Path file, Path target) throws IOException {
        try {
            Files.copy(file, target);
        } catch (NoSuchFileException ex) {
            // replaced by now
        }
    }

    private Process launch(Path state) {
        List<String> command = ChildJvm.command(ChaosNode.class, "-Xmx128m", ProcessTraces.option(logs()));
        command.addAll(List.of(logs().toString(), Long.toString(rest.toMillis()), state.toString()));
        command.addAll(NodeSettings.common(lines, identity.port(), state));
        command.addAll(identity.settings());
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output(all.size()).toFile());
        if (SteppedClock.isAvailable()) {
            SteppedClock.follow(builder, home.resolve("clock"));
        }
        try {
            Process process = builder.start();
            all.add(process);
            return process;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Ends all its processes. */
    @Override
    public void close() {
        isWanted = false;
        for (Process process : all) {
            process.destroyForcibly();
            awaitEnd(process);
        }
        lines.close();
        disk.close();
    }
}
