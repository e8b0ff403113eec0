package io.leafid.benchmarks.process;

import io.leafid.benchmarks.raw.UnavailableException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Programs of this machine. Stateless. */
public final class Programs {

    private Programs() {}

    /**
     * Looks for a program.
     *
     * @throws UnavailableException if it is not there; says which package of Debian brings it
     */
    public static void require(String program, String debianPackage) throws UnavailableException {
        boolean isThere = Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
        if (!isThere) {
            throw new UnavailableException("there is no " + program + " (apt-get install " + debianPackage + ")");
        }
    }

    /** The command of a process with this JVM's program. */
    public static List<String> java(List<String> options, String classPath, Class<?> main) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main.getName()));
        return command;
    }
}
