package io.leafid.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Whole directories of files, copied and deleted. */
public final class Folders {

    private Folders() {}

    /** Copies a directory with all that it holds; files that stand at the destination are replaced. */
    public static void copy(Path from, Path to) throws IOException {
        for (Path path : within(from)) {
            Path copy = to.resolve(from.relativize(path).toString());
            if (Files.isDirectory(path)) {
                Files.createDirectories(copy);
            } else {
                Files.write(copy, Files.readAllBytes(path));
            }
        }
    }

    /** Deletes a directory with all that it holds, if it exists. */
    public static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            for (Path path :
                    within(directory).stream().sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static List<Path> within(Path directory) throws IOException {
        try (Stream<Path> found = Files.walk(directory)) {
            return found.toList();
        }
    }
}
