package io.leafid.benchmarks;

import io.leafid.benchmarks.page.BenchmarksPage;
import io.leafid.benchmarks.raw.Head;
import io.leafid.benchmarks.raw.Profile;
import io.leafid.benchmarks.raw.RawFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures, writes the raw figures and then the tables of docs/benchmarks.md.
 *
 * <p>Arguments: {@code quick} or {@code full}, then what to measure, by default all that needs nothing but the JVM and takes few minutes; or
 * {@code tables}, which measures nothing. What begins with {@code --} or {@code jdbc:} goes to the measurements that want it.
 */
public final class Benchmarks {

    private static final String COMMAND =
            "mvn -q -Pbenchmarks -pl leaf-benchmarks -am -DskipTests compile exec:exec@benchmarks -Dbenchmarks.args=\"%s\"";

    private final Path docs;
    private final List<String> settings;

    private Benchmarks(Path docs, List<String> settings) {
        this.docs = docs;
        this.settings = settings;
    }

    /** Runs. */
    public static void main(String[] args) throws Exception {
        List<String> words = Arrays.stream(args).filter(arg -> !isSetting(arg)).toList();
        List<String> settings =
                Arrays.stream(args).filter(Benchmarks::isSetting).toList();
        Benchmarks benchmarks = new Benchmarks(Path.of(System.getProperty("docs", "../docs")), settings);
        if (!words.get(0).equals("tables")) {
            Profile profile = Profile.valueOf(words.get(0).toUpperCase(Locale.ROOT));
            benchmarks.measure(profile, subjects(words.subList(1, words.size())));
        }
        BenchmarksPage.rewrite(benchmarks.docs);
    }

    private static boolean isSetting(String arg) {
        return arg.startsWith("--") || arg.startsWith("jdbc:");
    }

    private static List<Subject> subjects(List<String> names) {
        return names.isEmpty()
                ? Subject.ALL.stream().filter(Subject::isUsual).toList()
                : names.stream().map(Subject::named).toList();
    }

    /** One here, several in a process of their own each, so that none runs on what the JVM has learnt from another. */
    private void measure(Profile profile, List<Subject> subjects) throws Exception {
        if (subjects.size() == 1) {
            measure(profile, subjects.get(0));
            return;
        }
        List<String> failed = new ArrayList<>();
        for (Subject subject : subjects) {
            if (child(profile, subject) != 0) {
                failed.add(subject.name());
            }
        }
        if (!failed.isEmpty()) {
            throw new IllegalStateException("these have failed: " + failed);
        }
    }

    private int child(Profile profile, Subject subject) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Ddocs=" + docs,
                "-cp",
                System.getProperty("java.class.path"),
                Benchmarks.class.getName(),
                nameOf(profile),
                subject.name()));
        command.addAll(settings);
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    private void measure(Profile profile, Subject subject) throws Exception {
        Head head = Head.now(COMMAND.formatted(arguments(profile, subject)));
        RawFigures raw = new RawFigures(head, subject.measurement().measure(profile, settings));
        Path directory = Files.createDirectories(docs.resolve("benchmarks"));
        raw.write(directory.resolve(subject.name() + ".json"));
    }

    /** As they were, but for the address of a database, which is the machine's own. */
    private String arguments(Profile profile, Subject subject) {
        List<String> arguments = new ArrayList<>(List.of(nameOf(profile), subject.name()));
        settings.forEach(setting -> arguments.add(setting.startsWith("jdbc:") ? "jdbc:…" : setting));
        return String.join(" ", arguments);
    }

    private static String nameOf(Profile profile) {
        return profile.name().toLowerCase(Locale.ROOT);
    }
}
