package io.leafid.workerid.compat;

import io.leafid.PrintableText;
import io.leafid.file.FoundFile;
import io.leafid.file.StateDirectory;
import io.leafid.file.UnsafeFileException;
import io.leafid.json.JsonObject;
import io.leafid.text.Digits;
import io.leafid.workerid.NodeIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reader of what the original Leaf and its fork leave in the same directory. Stateless.
 *
 * <p>Beside a registry their files are of no use: the original's has no time, and the fork's time is one that the registry
 * knows better. In the mode {@code local} the fork's file is all there is, so that its time counts.
 */
public final class OldFiles {

    private static final Logger logger = LoggerFactory.getLogger(OldFiles.class);

    private static final int MOST_BYTES = 16 * 1024;

    private static final String PROPERTIES = "workerID.properties";
    private static final String JSON = "workerID.json";
    private static final String WORKER_ID = "workerID";
    private static final int MOST_DIGITS = 9;
    private static final int MOST_DIGITS_OF_A_TIME = 18;

    private OldFiles() {}

    /** The worker id in the file of the original, if there is one. */
    public static Optional<Hint> hint(Path directory) {
        Path file = directory.resolve(PROPERTIES);
        return read(directory, PROPERTIES)
                .flatMap(text -> text.lines()
                        .map(OldFiles::workerIdIn)
                        .flatMapToLong(OptionalLong::stream)
                        .mapToObj(workerId -> new Hint(file, (int) workerId))
                        .findFirst());
    }

    /** The worker id in a line {@code workerID=7}. */
    private static OptionalLong workerIdIn(String line) {
        String[] pair = line.split("=", 2);
        return (pair.length == 2 && pair[0].strip().equals(WORKER_ID))
                ? Digits.parse(pair[1].strip(), MOST_DIGITS)
                : OptionalLong.empty();
    }

    /** The record of the fork in its mode {@code local}, if it was this very instance. */
    public static Optional<LocalRecord> localRecord(Path directory, NodeIdentity identity) {
        Path file = directory.resolve(JSON);
        return read(directory, JSON).flatMap(text -> localRecord(file, text, identity));
    }

    private static Optional<LocalRecord> localRecord(Path file, String text, NodeIdentity identity) {
        Optional<LocalRecord> found = parse(text).flatMap(fields -> localRecord(file, fields));
        if (found.isEmpty()) {
            logger.warn("{} is not what the fork writes; it is not used", file);
            return Optional.empty();
        }
        String owner = found.get().owner();
        if (!owner.equals(identity.toString())) {
            logger.warn(
                    "{} was written by {}, and this instance is {}; it is not used",
                    file,
                    PrintableText.of(owner),
                    identity);
            return Optional.empty();
        }
        return found;
    }

    private static Optional<JsonObject> parse(String text) {
        try {
            return Optional.of(JsonObject.read(text, MOST_BYTES));
        } catch (IllegalArgumentException ex) {
            return Optional.empty();
        }
    }

    private static Optional<LocalRecord> localRecord(Path file, JsonObject fields) {
        Optional<String> ip = fields.text("ip");
        OptionalLong port = number(fields, "port", MOST_DIGITS);
        OptionalLong workerId = number(fields, "workId", MOST_DIGITS);
        OptionalLong time = number(fields, "timestamp", MOST_DIGITS_OF_A_TIME);
        if (ip.isEmpty() || port.isEmpty() || workerId.isEmpty() || time.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new LocalRecord(
                file,
                ip.get() + ":" + port.getAsLong(),
                (int) workerId.getAsLong(),
                OriginalReports.unusedFrom(time.getAsLong())));
    }

    /** A number, which the fork writes with or without quotes. */
    private static OptionalLong number(JsonObject fields, String name, int maxDigits) {
        OptionalLong number = fields.number(name);
        String digits = number.isPresent()
                ? Long.toString(number.getAsLong())
                : fields.text(name).orElse("");
        return Digits.parse(digits, maxDigits);
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
    public record Hint(Path file, int workerId) {}

    /**
     * Record of the fork.
     *
     * @param file where it stands
     * @param owner who recorded it, as {@code host:port}
     * @param workerId the worker id that it used
     * @param trustedFromMillis no id with this timestamp, in milliseconds since 1970, or a later one was issued
     */
    public record LocalRecord(Path file, String owner, int workerId, long trustedFromMillis) {}
}
