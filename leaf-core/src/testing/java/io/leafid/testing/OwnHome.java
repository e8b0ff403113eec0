package io.leafid.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives every run of tests a home directory of its own, where Leaf keeps its state by default, and where it locks worker ids for the
 * machine, in place of {@code /tmp} too: two builds on one machine shall not be in each other's way. Found by JUnit itself.
 */
public final class OwnHome implements BeforeAllCallback {

    /** The properties that name the directory; processes that a test starts have the same. */
    static final List<String> PROPERTIES = List.of("user.home", "io.leafid.temporary-directory");

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getRoot()
                .getStore(ExtensionContext.Namespace.GLOBAL)
                .computeIfAbsent(Home.class.getName(), key -> Home.make(), Home.class);
    }

    /** A home until the last test has ended. */
    private record Home(Path directory) implements AutoCloseable {

        private static Home make() {
            try {
                Path directory = Files.createTempDirectory("leaf-home-");
                PROPERTIES.forEach(name -> System.setProperty(name, directory.toString()));
                return new Home(directory);
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }

        @Override
        public void close() throws IOException {
            List<Path> all;
            try (Stream<Path> found = Files.walk(directory)) {
                all = found.sorted(Comparator.reverseOrder()).toList();
            }
            for (Path path : all) {
                Files.deleteIfExists(path);
            }
        }
    }
}
