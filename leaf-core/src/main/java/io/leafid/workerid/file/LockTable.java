package io.leafid.workerid.file;

import io.leafid.text.Digits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.StringTokenizer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The system's own table of locks, where it has one (Linux). Stateless. */
final class LockTable {

    private static final Logger logger = LoggerFactory.getLogger(LockTable.class);

    private static final Path TABLE = Path.of("/proc/locks");

    /** Words of a line up to the file. */
    private static final int WORDS = 6;

    private static final int MAX_DIGITS = 10;

    private LockTable() {}

    /** Reads {@code 7: POSIX  ADVISORY  WRITE 4711 fe:00:2155264 0 EOF}; of those that wait, the line has an arrow. */
    static OptionalLong pidOf(String line, long inode) {
        StringTokenizer words = new StringTokenizer(line);
        if (words.countTokens() < WORDS) {
            return OptionalLong.empty();
        }
        words.nextToken();
        String kind = words.nextToken();
        words.nextToken();
        words.nextToken();
        OptionalLong pid = Digits.parse(words.nextToken(), MAX_DIGITS);
        boolean isThisFile = words.nextToken().endsWith(":" + inode);
        return (isThisFile && (kind.equals("POSIX") || kind.equals("OFDLCK"))) ? pid : OptionalLong.empty();
    }

    /** The process that has locked the file with this number; empty if it is not visible. */
    static OptionalLong pidOf(long inode) {
        try (Stream<String> lines = Files.lines(TABLE)) {
            return lines.flatMapToLong(line -> pidOf(line, inode).stream()).findFirst();
        } catch (IOException | RuntimeException ex) {
            logger.trace("{} tells nothing", TABLE, ex);
            return OptionalLong.empty();
        }
    }
}
