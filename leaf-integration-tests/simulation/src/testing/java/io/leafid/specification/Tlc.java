package io.leafid.specification;

import io.leafid.testing.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tlc2.TLC;
import tlc2.overrides.TLCOverrides;

/**
 * TLC, the model checker of TLA+, in a JVM of its own, since it keeps its state in static fields. Immutable.
 *
 * @param directory where it works
 * @param isLong whether its code is worth to be compiled with care, which saves a quarter of a minute's work and costs seconds
 */
record Tlc(Path directory, boolean isLong) {

    /** Where the specification stands. */
    static final Path SPECIFICATION = Path.of("..", "..", "docs", "specification");

    private static final long LONGEST_MINUTES = Long.getLong("leaf.specification.minutes", 20);

    /** So many work at a time, each with one worker: with several, the number of steps to the last state varies. */
    private static final Semaphore PROCESSORS = new Semaphore(2);

    private static final Pattern STATES =
            Pattern.compile("(\\d+) states generated, (\\d+) distinct states found, (\\d+) states left on queue");
    private static final Pattern DEPTH = Pattern.compile("depth of the complete state graph search is (\\d+)");

    /** TLC in a directory of its own, with a copy of the specification. */
    static Tlc in(Path directory, boolean isLong) {
        try (Stream<Path> files = Files.list(SPECIFICATION)) {
            for (Path file : files.toList()) {
                Files.copy(file, directory.resolve(file.getFileName().toString()));
            }
            return new Tlc(directory, isLong);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** A file of this directory, beside the specification. */
    Tlc with(String name, String content) {
        try {
            Files.writeString(directory.resolve(name), content);
            return this;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Checks a module as a configuration says, which may go on after a violation. */
    Result check(String module, String configuration, String... options) {
        List<String> command = new ArrayList<>(ChildJvm.commandOn(
                placeOf(TLC.class) + File.pathSeparator + placeOf(TLCOverrides.class),
                TLC.class,
                "-Xmx%dm".formatted(Integer.getInteger("leaf.specification.megabytes", 700)),
                "-Djava.io.tmpdir=" + directory,
                "-XX:TieredStopAtLevel=" + (isLong ? 4 : 1)));
        command.addAll(List.of("-config", configuration + ".cfg", "-metadir", directory + "/" + configuration));
        command.add("-difftrace");
        command.addAll(List.of(options));
        command.add(module + ".tla");
        PROCESSORS.acquireUninterruptibly();
        try {
            Path output = directory.resolve(configuration + ".out");
            Process process = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new IllegalStateException("TLC takes longer than %d minutes".formatted(LONGEST_MINUTES));
            }
            return Result.of(process.exitValue(), Files.readString(output));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        } finally {
            PROCESSORS.release();
        }
    }

    private static String placeOf(Class<?> loaded) {
        try {
            return Path.of(loaded.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /**
     * What TLC has found.
     *
     * @param exitCode 0 if nothing is violated, 12 if an invariant is, 13 if a temporal formula is
     * @param distinct how many states there are
     * @param depth how many steps lead to the last of them; 0 if not all were searched
     * @param behaviours those that violate something
     * @param output all that it has printed
     */
    record Result(int exitCode, long distinct, int depth, List<Behaviour> behaviours, String output) {

        static Result of(int exitCode, String output) {
            Matcher states = STATES.matcher(output);
            long distinct = 0;
            while (states.find()) {
                distinct = Long.parseLong(states.group(2));
            }
            Matcher depth = DEPTH.matcher(output);
            int steps = depth.find() ? Integer.parseInt(depth.group(1)) : 0;
            return new Result(exitCode, distinct, steps, Behaviour.parseAll(output), output);
        }
    }
}
