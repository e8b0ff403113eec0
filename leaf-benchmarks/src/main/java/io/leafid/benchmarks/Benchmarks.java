package io.leafid.benchmarks;

import io.leafid.benchmarks.page.BenchmarksPage;
import io.leafid.benchmarks.process.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Program that measures, and writes the raw figures and then the tables of docs/proof/benchmarks.md.
 *
 * <p>Arguments: {@code quick} or {@code full}, then what to measure, by default everything; or {@code tables}, which measures nothing. What
 * begins with {@code --} goes to the measurements that want it. What cannot be measured here is named in the end, and keeps its table.
 */
public final class Benchmarks {

    private static final Path DOCS = Path.of("..", "docs", "proof");

    private final List<String> failed = new ArrayList<>();
    private final List<String> unavailable = new ArrayList<>();

    private Benchmarks() {}

    /** Runs. */
    public static void main(String[] args) throws Exception {
        List<String> words = Arrays.stream(args).filter(arg -> !isSetting(arg)).toList();
        List<String> settings =
                Arrays.stream(args).filter(Benchmarks::isSetting).toList();
        Benchmarks benchmarks = new Benchmarks();
        if (!words.get(0).equals("tables")) {
            for (Subject subject : subjects(words.subList(1, words.size()))) {
                benchmarks.measure(words.get(0), subject, settings);
                BenchmarksPage.rewrite(DOCS); // page and files agree, should the rest never end
            }
        }
        BenchmarksPage.rewrite(DOCS);
        benchmarks.sayWhatIsMissing();
    }

    static boolean isSetting(String arg) {
        return arg.startsWith("--");
    }

    private static List<Subject> subjects(List<String> names) {
        return names.isEmpty()
                ? Subject.ALL
                : names.stream().map(Subject::named).toList();
    }

    /** Each in a process of its own, so that none runs on what the JVM has learnt from another. */
    private void measure(String profile, Subject subject, List<String> settings)
            throws IOException, InterruptedException {
        List<String> command = Programs.java(List.of(), System.getProperty("java.class.path"), SubjectRun.class);
        command.addAll(List.of(DOCS.toString(), profile, subject.name()));
        command.addAll(settings);
        long begun = System.nanoTime();
        int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
        System.out.printf("%s: %.0f s%n", subject.name(), (System.nanoTime() - begun) / 1e9);
        if (exit == SubjectRun.UNAVAILABLE) {
            unavailable.add(subject.name());
        } else if (exit != 0) {
            failed.add(subject.name());
        }
    }

    private void sayWhatIsMissing() {
        if (!unavailable.isEmpty()) {
            System.out.println("not measured here, for the reasons above: " + unavailable);
        }
        if (!failed.isEmpty()) {
            throw new IllegalStateException("these have failed: " + failed);
        }
    }
}
