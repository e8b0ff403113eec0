package io.leafid.workerid.file;

import io.leafid.file.StateHome;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Place where an instance keeps what outlives it. Immutable.
 *
 * @param kind how it was chosen
 * @param name the name of the service
 * @param directory the state directory, one per instance
 * @param former where a start keeps it for which there is no better place, as the original Leaf and its fork do; {@code null} if that is the same
 * @param machine directories for locks, each of which counts if it can be used: what processes with the same home find alike, and last
 *     what all of this user do
 * @param beside the directory for locks beside the state directories of this place; {@code null} if there is none
 */
public record StatePlace(
        Kind kind,
        String name,
        Path directory,
        @Nullable Path former,
        List<Path> machine,
        @Nullable Path beside) {

    private static final Logger logger = LoggerFactory.getLogger(StatePlace.class);

    private static final Pattern PORT = Pattern.compile("\\d{1,5}");

    private static final String LOCKS = ".leaf-locks";

    /** Way in which a place was chosen. */
    public enum Kind {
        /** By the operator. */
        CONFIGURED,
        /** By default; it survives a restart of the machine. */
        LASTING,
        /** By default, since there is no better one; a restart of the machine may empty it. */
        TEMPORARY
    }

    public StatePlace {
        machine = List.copyOf(machine);
    }

    /**
     * The place that the operator has chosen.
     *
     * @param chosen the directory that is configured
     * @param name the name of the service
     * @param port the port of the instance's identity
     */
    public static StatePlace configured(Path chosen, String name, int port) {
        return new StatePlace(
                Kind.CONFIGURED,
                name,
                chosen.resolve(String.valueOf(port)),
                formerDirectory(name, port),
                machine(StateHome.ofThisProcess()),
                chosen.resolve(LOCKS));
    }

    /**
     * The place by default: one that survives a restart of the machine if there is one, else the original's.
     *
     * @param home finds it
     * @param name the name of the service
     * @param port the port of the instance's identity
     */
    public static StatePlace byDefault(StateHome home, String name, int port) {
        Path former = formerDirectory(name, port);
        Optional<Path> lasting = home.find();
        Kind kind = lasting.isPresent() ? Kind.LASTING : Kind.TEMPORARY;
        Path directory = lasting.map(path -> path.resolve(name).resolve(String.valueOf(port)))
                .orElse(former);
        return new StatePlace(
                kind,
                name,
                directory,
                directory.equals(former) ? null : former,
                machine(home),
                lasting.map(path -> path.resolve(LOCKS)).orElse(null));
    }

    /** The places where instances on other ports keep their state, or did: directories beside this one's that are named by a number. */
    List<Path> ofOtherPorts() {
        Path above = directory.toAbsolutePath().resolveSibling("");
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(above, this::isOfOtherPort)) {
            return StreamSupport.stream(entries.spliterator(), false).toList();
        } catch (IOException | DirectoryIteratorException ex) {
            logger.debug("{} does not tell what else is there", above, ex);
            return List.of();
        }
    }

    private boolean isOfOtherPort(Path entry) {
        Path port = entry.getFileName();
        return PORT.matcher(port.toString()).matches() && !port.equals(directory.getFileName());
    }

    /** The directory that the original and its fork use, below {@code java.io.tmpdir}. */
    static Path formerDirectory(String name, int port) {
        return Path.of(System.getProperty("java.io.tmpdir"), name, "leafconf", String.valueOf(port));
    }

    private static List<Path> machine(StateHome home) {
        return home.ofTheMachine().stream().map(path -> path.resolve(LOCKS)).toList();
    }
}
