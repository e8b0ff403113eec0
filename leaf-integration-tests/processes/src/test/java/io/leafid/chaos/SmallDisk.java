package io.leafid.chaos;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A disk of half a megabyte, in memory, which can be full or read-only, also below a process that runs. Only a root user can make one; else it is an ordinary
 * directory. Used by one thread.
 */
final class SmallDisk implements AutoCloseable {

    private static final int CHUNK = 4_096;
    private static final int TRIES = 100;

    private final Path directory;
    private final boolean isMounted;

    private SmallDisk(Path directory, boolean isMounted) {
        this.directory = directory;
        this.isMounted = isMounted;
    }

    /** Makes one in a new directory. */
    static SmallDisk at(Path directory) throws IOException {
        Files.createDirectories(directory);
        return new SmallDisk(
                directory, succeeds("mount", "-t", "tmpfs", "-o", "size=512k", "leaf-test", directory.toString()));
    }

    Path directory() {
        return directory;
    }

    /** Whether it can be full or read-only. */
    boolean isMounted() {
        return isMounted;
    }

    /** Leaves no room. */
    void fill() {
        try (OutputStream out = Files.newOutputStream(directory.resolve("filler"))) {
            while (true) {
                out.write(new byte[CHUNK]);
            }
        } catch (IOException ex) {
            // full at last
        }
    }

    void empty() {
        try {
            Files.deleteIfExists(directory.resolve("filler"));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /**
     * Takes no new file and no name any more. A view of it that is read-only is mounted over it, since a process that has a
     * file open for writing would keep the disk itself from becoming so. A write that begins between the two steps keeps the
     * view from it too, so it is tried again.
     */
    void becomeReadOnly() {
        String path = directory.toString();
        for (int i = 0; i < TRIES; i++) {
            if (!succeeds("mount", "--bind", path, path)) {
                break;
            }
            if (succeeds("mount", "-o", "remount,bind,ro", path)) {
                return;
            }
            becomeWritable();
        }
        throw new IllegalStateException(path + " does not become read-only");
    }

    /** Ends the view; what a process has opened by way of it stays open. */
    void becomeWritable() {
        succeeds("umount", "-l", directory.toString());
    }

    private static boolean succeeds(String... command) {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException ex) {
            return false;
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @Override
    public void close() {
        if (isMounted) {
            becomeWritable(); // of no effect but after a failure in between
            succeeds("umount", "-l", directory.toString());
        }
    }
}
