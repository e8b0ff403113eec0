package io.leafid.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The names in a directory, which last no sooner than the directory is forced to the disk. Stateless. */
final class DirectoryEntries {

    private static final Logger logger = LoggerFactory.getLogger(DirectoryEntries.class);

    private DirectoryEntries() {}

    /** Makes them last: without this, a crash of the machine may bring back what stood there before. */
    static void force(Path directory) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(directory, StandardOpenOption.READ);
        } catch (IOException ex) {
            logger.trace("this system lets {} not be opened; it keeps names in order by itself", directory, ex);
            return;
        }
        try (channel) {
            channel.force(true);
        }
    }
}
