package io.leafid;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The main sources of what is published. */
final class SourceTrees {

    static final List<Path> ROOTS = modules()
            .filter(module -> !module.endsWith("leaf-benchmarks") && !module.endsWith("leaf-sample-app"))
            .map(module -> module.resolve(Path.of("src", "main", "java")))
            .filter(Files::isDirectory)
            .sorted()
            .toList();

    private SourceTrees() {}

    private static Stream<Path> modules() {
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            return modules.toList().stream();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** All of their Java files. */
    static List<Path> files() {
        return ROOTS.stream().flatMap(SourceTrees::files).toList();
    }

    private static Stream<Path> files(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** The package of a file. */
    static String packageOf(Path file) {
        String path = relative(file).toString();
        return path.substring(0, path.lastIndexOf('/')).replace('/', '.');
    }

    /** The part of a file's path that names its package and type. */
    static Path relative(Path file) {
        return ROOTS.stream()
                .filter(file::startsWith)
                .map(root -> root.relativize(file))
                .findFirst()
                .orElseThrow();
    }
}
