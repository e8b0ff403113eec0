package io.leafid.workerid.compat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The file from which a node of the original or the fork takes its worker id when ZooKeeper does not give it one. A node of theirs that
 * is started beside one of ours issues the same ids from it. Immutable.
 *
 * @param path where it is
 */
public record CacheFile(Path path) {

    private static final String NAME = "workerID.properties";
    private static final String ASIDE = NAME + ".put-aside";

    /** The file of a node that has this name and port, on this machine. */
    public static CacheFile of(Path temporary, String name, int port) {
        return new CacheFile(temporary
                .resolve(name)
                .resolve("leafconf")
                .resolve(Integer.toString(port))
                .resolve(NAME));
    }

    /** Its place while ours runs. */
    public Path aside() {
        return path.resolveSibling(ASIDE);
    }

    /**
     * Puts it aside; returns whether there was one.
     *
     * @throws UncheckedIOException if it is there and stays there
     */
    public boolean putAside() {
        return Files.exists(path) && move(path, aside());
    }

    /**
     * Puts it back, for a node of theirs that follows; returns whether it was put aside.
     *
     * @throws UncheckedIOException if it cannot be put back
     */
    public boolean putBack() {
        return Files.exists(aside()) && move(aside(), path);
    }

    private static boolean move(Path from, Path to) {
        try {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
            return true;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
