package io.leafid.autoconfigure.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.history.CallLog;
import io.leafid.history.CallRecord;
import io.leafid.specification.EventFile;
import io.leafid.specification.ProcessTraces;
import io.leafid.specification.SegmentHistory;
import io.leafid.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A node in a process of its own, as the test that has started it sees it: by what its callers have logged. For one thread. */
final class NodeProcess {

    /** However busy the machine is. */
    static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final Duration LOOK_EVERY = Duration.ofMillis(100);
    private static final int CALLERS = 4;

    private final Path directory;
    private final Process process;

    private NodeProcess(Path directory, Process process) {
        this.directory = directory;
        this.process = process;
    }

    /** Starts one whose logs are in an empty directory; does not wait for it. */
    static NodeProcess start(Path directory, List<String> settings) throws IOException {
        Files.createDirectory(directory.resolve("calls"));
        List<String> command = ChildJvm.command(InterleavedNode.class, "-Xmx128m", ProcessTraces.option(directory));
        command.add(directory.resolve("calls").toString());
        command.add(Integer.toString(CALLERS));
        settings.forEach(setting -> command.add("--" + setting));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile())
                .start();
        return new NodeProcess(directory, process);
    }

    void awaitReady() {
        awaitOutput(InterleavedNode.READY);
    }

    private void awaitOutput(String text) {
        await().atMost(PATIENCE).pollInterval(LOOK_EVERY).until(() -> {
            requireLife();
            return output().contains(text);
        });
    }

    private boolean hasDeadCaller() {
        return output().contains("Exception in thread");
    }

    private String output() {
        try {
            return Files.readString(directory.resolve("output"));
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** Waits until each caller has made a call of a kind that began after a moment. */
    void awaitEach(long sinceNanos, Predicate<CallRecord> kind) {
        awaitLogs(logs -> logs.stream()
                .allMatch(log -> log.stream().anyMatch(call -> call.begun() > sinceNanos && kind.test(call))));
    }

    /** Waits until the callers together were given so many ids of a kind by calls that began after a moment. */
    void awaitIds(long sinceNanos, int count, Predicate<CallRecord> kind) {
        awaitLogs(logs -> logs.stream()
                        .flatMap(List::stream)
                        .filter(call -> call.begun() > sinceNanos && kind.test(call))
                        .count()
                >= count);
    }

    private void awaitLogs(Predicate<List<List<CallRecord>>> condition) {
        await().atMost(PATIENCE).pollInterval(LOOK_EVERY).until(() -> {
            requireLife();
            return condition.test(logs());
        });
    }

    private void requireLife() {
        assertThat(process.isAlive() && !hasDeadCaller())
                .as("node and callers live: %s", output())
                .isTrue();
    }

    private List<List<CallRecord>> logs() throws IOException {
        List<List<CallRecord>> logs = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory.resolve("calls"))) {
            for (Path file : files.toList()) {
                logs.add(CallLog.read(file));
            }
        }
        return logs;
    }

    /** How many ids are reserved in it now. */
    long reserved() throws IOException {
        int known = output().length();
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        await().atMost(PATIENCE).until(() -> output().substring(known).matches("(?s).*ids in reserve: \\d+\\R.*"));
        String answer = output().substring(known);
        int begin = answer.lastIndexOf(InterleavedNode.RESERVED) + InterleavedNode.RESERVED.length();
        String number = answer.substring(begin);
        return Long.parseLong(number.lines().findFirst().orElseThrow());
    }

    /** The ids that were handed out, each with its call. */
    List<CallRecord> served() throws IOException {
        return calls(call -> call.first() != InterleavedNode.REFUSED);
    }

    /** Adds what it has done. */
    void addTo(SegmentHistory history) throws IOException {
        for (Path file : EventFile.all(directory, InterleavedNode.TAG)) {
            history.add(directory.toString(), EventFile.segments(file, directory.toString()), served());
        }
    }

    /** Calls that were refused by the typed exception. */
    List<CallRecord> refused() throws IOException {
        return calls(call -> call.first() == InterleavedNode.REFUSED);
    }

    private List<CallRecord> calls(Predicate<CallRecord> kind) throws IOException {
        return logs().stream().flatMap(List::stream).filter(kind).toList();
    }

    /** Lets the callers end, and the process with them. */
    void end() throws Exception {
        process.getOutputStream().close();
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(hasDeadCaller()).as(output()).isFalse();
        assertThat(process.exitValue()).isZero();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
