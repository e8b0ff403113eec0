package io.leafid.workerid.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which process has locked a file, by the system's own table where it has one (Linux). Stateless. */
final class LockTable {

    private static final Logger logger = LoggerFactory.getLogger(LockTable.class);

    private static final Path TABLE = Path.of("/proc/locks");

    /** {@code 7: POSIX  ADVISORY  WRITE 4711 fe:00:2155264 0 EOF}; of those that wait, the line has an arrow. */
    private static final Pattern LINE = Pattern.compile(
            "\\d+: (?:POSIX|OFDLCK)\\s+\\S+\\s+\\S+\\s+(\\d+)\\s+\\p{XDigit}+:\\p{XDigit}+:(\\d+)\\s.*");

    private LockTable() {}

    /** The process that has locked the file with this number; empty if it is not visible. */
    static OptionalLong pidOf(long inode) {
        try (Stream<String> lines = Files.lines(TABLE)) {
            return lines.map(LINE::matcher)
                    .filter(Matcher::matches)
                    .filter(line -> Long.parseLong(line.group(2)) == inode)
                    .mapToLong(line -> Long.parseLong(line.group(1)))
                    .findFirst();
        } catch (IOException | RuntimeException ex) {
            logger.trace("{} tells nothing", TABLE, ex);
            return OptionalLong.empty();
        }
    }
}
