package com.example.ids;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Properties;
import java.util.function.Function;

/** Properties in a file that several processes change. A change is durable when {@link #change} returns. Thread-safe. */
final class SharedFile {

    /** A lock of the system is one of the whole process. */
    private static final Object MONITOR = new Object();

    private final Path file;

    SharedFile(Path file) {
        this.file = file.toAbsolutePath();
    }

    /** Reads and changes the properties while no other process does; writes nothing if the change throws. */
    <T> T change(Function<Properties, T> change) {
        synchronized (MONITOR) {
            try (FileChannel lock = open(file.resolveSibling(file.getFileName() + ".lock"));
                    FileLock held = lock.lock()) {
                assert held.isValid();
                Properties properties = read();
                T result = change.apply(properties);
                write(properties);
                return result;
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
    }

    private static FileChannel open(Path path) throws IOException {
        return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    private Properties read() throws IOException {
        Properties properties = new Properties();
        if (Files.exists(file)) {
            try (InputStream stream = Files.newInputStream(file)) {
                properties.load(stream);
            }
        }
        return properties;
    }

    /** First the content reaches the disk, then the name. */
    private void write(Properties properties) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try (FileChannel channel = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            OutputStream stream = Channels.newOutputStream(channel);
            properties.store(stream, null);
            stream.flush();
            channel.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel directory = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
            directory.force(true);
        }
    }
}
