package io.leafid.segment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file in which a run notes the tags it used in its last day, so that the next run buys their segments before the
 * first call. A hint only: losing it costs the first call of each tag one purchase, so failures are logged, not thrown.
 *
 * <p>One tag per line, UTF-8.
 */
final class RecentTags {

    private static final Logger logger = LoggerFactory.getLogger(RecentTags.class);

    private final Path file;

    RecentTags(Path file) {
        this.file = file;
    }

    /** The tags that the last run noted; empty if there is no such file. */
    List<String> read() {
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (NoSuchFileException ex) {
            return List.of();
        } catch (IOException ex) {
            logger.warn("the tags of the last run could not be read from {}: {}", file, ex.toString());
            return List.of();
        }
    }

    /** Notes the tags for the next run, replacing what was noted. */
    void write(Collection<String> tags) {
        try {
            Path directory = Files.createDirectories(file.toAbsolutePath().getParent());
            Path fresh = Files.createTempFile(directory, file.getFileName().toString(), ".new");
            try {
                Files.write(fresh, tags, StandardCharsets.UTF_8);
                Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(fresh);
            }
        } catch (IOException ex) {
            logger.warn("the tags of this run could not be noted in {}: {}", file, ex.toString());
        }
    }
}
