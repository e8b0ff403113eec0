package io.leafid.migration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The file of a node of the original or the fork, in the directory that all of them use. Immutable.
 *
 * @param path where it is
 */
record OldFile(Path path) {

    private static final Pattern WORKER_ID = Pattern.compile("(?:workerID=|\"workId\":)(\\d+)");

    static OldFile of(String name, int port, String fileName) {
        return new OldFile(
                Path.of(System.getProperty("java.io.tmpdir"), name, "leafconf", Integer.toString(port), fileName));
    }

    void write(String text) throws IOException {
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    /** Its text, if it is there. */
    Optional<String> read() throws IOException {
        return Files.exists(path) ? Optional.of(Files.readString(path)) : Optional.empty();
    }

    /** The worker id in it. */
    Optional<Integer> workerId() throws IOException {
        return read().map(WORKER_ID::matcher).filter(Matcher::find).map(matcher -> Integer.valueOf(matcher.group(1)));
    }
}
