package io.leafid.benchmarks;

import io.leafid.benchmarks.raw.Head;
import io.leafid.benchmarks.raw.Profile;
import io.leafid.benchmarks.raw.RawFigures;
import io.leafid.benchmarks.raw.UnavailableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Program that measures one subject, and writes its raw figures.
 *
 * <p>Arguments: the directory of the documentation, {@code quick} or {@code full}, the subject, and its settings.
 */
final class SubjectRun {

    /** The exit code of a process that cannot measure here. */
    static final int UNAVAILABLE = 3;

    private static final String COMMAND =
            "mvn -q -Pbenchmarks -pl leaf-benchmarks -am -DskipTests compile exec:exec@benchmarks -Dbenchmarks.args=\"%s\"";

    private SubjectRun() {}

    /** Runs. */
    public static void main(String[] args) throws Exception {
        List<String> words = Arrays.asList(args).subList(1, args.length);
        Subject subject = Subject.named(words.get(1));
        Profile profile = Profile.valueOf(words.get(0).toUpperCase(Locale.ROOT));
        Head head = Head.now(COMMAND.formatted(String.join(" ", words)));
        try {
            RawFigures raw =
                    new RawFigures(head, subject.measurement().measure(profile, words.subList(2, words.size())));
            Path directory = Files.createDirectories(Path.of(args[0], "benchmarks"));
            raw.write(directory.resolve(subject.name() + ".json"));
            System.exit(0); // whatever threads a peer has left
        } catch (UnavailableException ex) {
            System.out.printf("%s is not measured: %s%n", subject.name(), ex.getMessage());
            System.exit(UNAVAILABLE);
        }
    }
}
