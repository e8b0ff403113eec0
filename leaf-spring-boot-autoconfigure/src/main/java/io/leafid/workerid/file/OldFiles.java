package io.leafid.workerid.file;

import io.leafid.PrintableText;
import io.leafid.file.FoundFile;
import io.leafid.file.StateDirectory;
import io.leafid.file.UnsafeFileException;
import io.leafid.workerid.NodeIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what the original Leaf and its fork leave in the same directory. Stateless.
 *
 * <p>Beside a registry their files are of no use: the original's has no time, and the fork's time is one that the registry
 * knows better. In the mode {@code local} the fork's file is all there is, so that its time counts.
 */
final class OldFiles {

    /** How far the fork may have issued ids beyond the time in its file: it writes it every 3 s, afterwards. */
    static final Duration REPORTED_AFTERWARDS = Duration.ofSeconds(6);

    private static final Logger logger = LoggerFactory.getLogger(OldFiles.class);

    private static final int MOST_BYTES = 16 * 1024;

    private static final String PROPERTIES = "workerID.properties";
    private static final String JSON = "workerID.json";
    private static final Pattern WORKER_ID = Pattern.compile("(?m)^\\s*workerID\\s*=\\s*(\\d{1,9})\\s*$");

    private OldFiles() {}

    /** The worker id in the file of the original, if there is one. */
    static Optional<Hint> hint(Path directory) {
        Path file = directory.resolve(PROPERTIES);
        return read(directory, PROPERTIES)
                .map(WORKER_ID::matcher)
                .filter(Matcher::find)
                .map(found -> new Hint(file, Integer.parseInt(found.group(1))));
    }

    /** What the fork noted in its mode {@code local}, if it was this very instance. */
    static Optional<LocalNote> localNote(Path directory, NodeIdentity identity) {
        Path file = directory.resolve(JSON);
        return read(directory, JSON).flatMap(text -> localNote(file, text, identity));
    }

    private static Optional<LocalNote> localNote(Path file, String text, NodeIdentity identity) {
        Optional<String> ip = value(text, "ip", "[^\"]+");
        Optional<String> port = value(text, "port", "\\d+");
        Optional<Integer> workerId = value(text, "workId", "\\d{1,9}").map(Integer::valueOf);
        Optional<Long> time = value(text, "timestamp", "\\d{1,18}").map(Long::valueOf);
        if (ip.isEmpty() || port.isEmpty() || workerId.isEmpty() || time.isEmpty()) {
            logger.warn("{} is not what the fork writes; it is not used", file);
            return Optional.empty();
        }
        String owner = ip.get() + ":" + port.get();
        if (!owner.equals(identity.toString())) {
            logger.warn(
                    "{} was written by {}, and this instance is {}; it is not used",
                    file,
                    PrintableText.of(owner),
                    identity);
            return Optional.empty();
        }
        return Optional.of(new LocalNote(file, workerId.get(), time.get() + REPORTED_AFTERWARDS.toMillis()));
    }

    private static Optional<String> value(String json, String key, String pattern) {
        Matcher found = Pattern.compile("\"%s\"\\s*:\\s*\"?(%s)\"?".formatted(key, pattern))
                .matcher(json);
        return found.find() ? Optional.of(found.group(1)) : Optional.empty();
    }

    private static Optional<String> read(Path directory, String name) {
        try {
            Optional<StateDirectory> found = StateDirectory.find(directory);
            return found.isEmpty()
                    ? Optional.empty()
                    : found.get().read(name, MOST_BYTES).map(FoundFile::text);
        } catch (UnsafeFileException ex) {
            logger.warn("a file of the original or the fork is not used: {}", ex.getMessage());
            return Optional.empty();
        } catch (IOException ex) {
            logger.warn("{} cannot be read; it is not used", directory.resolve(name), ex);
            return Optional.empty();
        }
    }

    /**
     * A worker id without a time.
     *
     * @param file where it stands
     * @param workerId the worker id
     */
    record Hint(Path file, int workerId) {}

    /**
     * What the fork noted.
     *
     * @param file where it stands
     * @param workerId the worker id that it used
     * @param trustedFromMillis no id with this timestamp, in milliseconds since 1970, or a later one was issued
     */
    record LocalNote(Path file, int workerId, long trustedFromMillis) {}
}
