package io.leafid.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finder of the place where programs of this user keep what must outlive a restart of the machine. Immutable.
 *
 * <p>A home that every machine of a network shares is passed over: an instance of one machine would find there what an
 * instance of another has written.
 *
 * @param environment the environment's variables
 * @param properties the system's properties
 * @param disks what kinds of file system there are
 */
public record StateHome(
        Function<String, @Nullable String> environment, Function<String, @Nullable String> properties, Disks disks) {

    private static final Logger logger = LoggerFactory.getLogger(StateHome.class);

    /** Names another directory than {@code /tmp}, for builds that run beside each other and must not meet there. */
    static final String TEMPORARY = "io.leafid.temporary-directory";

    /** The directory of Leaf below one that several programs share. */
    private static final String LEAF = "leaf";

    /** The homes of accounts that are not meant to have one. */
    private static final Set<String> NO_HOME = Set.of("", "/", "?", "/nonexistent", "/var/empty", "/dev/null");

    private static final Set<String> NETWORK = Set.of(
            "nfs",
            "nfs4",
            "cifs",
            "smb",
            "smb2",
            "smb3",
            "smbfs",
            "afs",
            "afpfs",
            "ncpfs",
            "lustre",
            "gpfs",
            "beegfs",
            "ceph",
            "glusterfs",
            "ocfs2",
            "gfs2",
            "fuse.glusterfs",
            "fuse.ceph",
            "fuse.sshfs");

    /** That of this process. */
    public static StateHome ofThisProcess() {
        return new StateHome(
                System::getenv,
                System::getProperty,
                existing -> Files.getFileStore(existing).type());
    }

    /** The file systems that paths lie on. */
    @FunctionalInterface
    public interface Disks {

        /** The system's name for the kind of file system that something existing lies on. */
        String typeOf(Path existing) throws IOException;
    }

    /** A directory that can be written to and survives a restart of the machine; empty if there is none. */
    public Optional<Path> find() {
        return candidates().stream()
                .flatMap(candidate -> usable(candidate).stream())
                .findFirst();
    }

    /** In order: what systemd gives the service, then what the system's convention gives the user. */
    List<Path> candidates() {
        List<Path> found = new ArrayList<>();
        if (!isWindows()) {
            // One directory, or several with colons between them; systemd keeps it whatever else it takes away.
            path(environment.apply("STATE_DIRECTORY"), ":").ifPresent(found::add);
        }
        Optional<Path> convention = isWindows()
                ? path(environment.apply("LOCALAPPDATA"), null)
                : isMac() ? Optional.empty() : path(environment.apply("XDG_STATE_HOME"), null);
        convention.filter(this::isOfThisMachine).ifPresent(found::add);
        home().filter(this::isOfThisMachine).ifPresent(found::add);
        return found.stream().map(path -> path.resolve(LEAF)).toList();
    }

    /**
     * Places that processes of this user on this machine find alike, whatever their settings and environment are: those with
     * the same home the first, all of them the last.
     */
    public List<Path> ofTheMachine() {
        Path temporary = path(properties.apply(TEMPORARY), null).orElse(Path.of("/tmp"));
        if (isWindows() || !Files.isDirectory(temporary)) {
            temporary = Path.of(
                    Optional.ofNullable(properties.apply("java.io.tmpdir")).orElse("."));
        }
        return Stream.concat(
                        home().filter(this::isOfThisMachine).map(home -> home.resolve(LEAF)).stream(),
                        Stream.of(temporary.resolve(LEAF + "-" + Trust.self().replaceAll("[^A-Za-z0-9]+", "-"))))
                .toList();
    }

    /** The place for state in the user's home, by the convention of the system. */
    private Optional<Path> home() {
        String home = properties.apply("user.home");
        if (home == null || NO_HOME.contains(home)) {
            return Optional.empty();
        }
        return path(home, null).filter(Files::isDirectory).map(path -> {
            if (isWindows()) {
                return path.resolve("AppData").resolve("Local");
            }
            return isMac()
                    ? path.resolve("Library").resolve("Application Support")
                    : path.resolve(".local").resolve("state");
        });
    }

    private static Optional<Path> usable(Path candidate) {
        try {
            StateDirectory made = StateDirectory.make(candidate);
            if (made.isWritable()) {
                return Optional.of(made.path());
            }
            logger.debug("{} is passed over: nothing can be written there", candidate);
        } catch (IOException ex) {
            logger.debug("{} is passed over: {}", candidate, ex.toString());
        }
        return Optional.empty();
    }

    private boolean isOfThisMachine(Path path) {
        Path present = path;
        while (present != null && !Files.exists(present)) {
            present = present.getParent();
        }
        try {
            return present == null || !NETWORK.contains(disks.typeOf(present).toLowerCase(Locale.ROOT));
        } catch (IOException | SecurityException ex) {
            logger.debug("{} is passed over: its file system is not known", path, ex);
            return false;
        }
    }

    /** An absolute path, or the first of several. */
    private static Optional<Path> path(@Nullable String text, @Nullable String separator) {
        String first = (text == null || separator == null) ? text : text.split(separator, -1)[0];
        try {
            return Optional.ofNullable(first).map(Path::of).filter(Path::isAbsolute);
        } catch (InvalidPathException ex) {
            logger.debug("'{}' is passed over: it is no path", first, ex);
            return Optional.empty();
        }
    }

    private boolean isWindows() {
        return system().startsWith("windows");
    }

    private boolean isMac() {
        return system().startsWith("mac");
    }

    private String system() {
        return Optional.ofNullable(properties.apply("os.name")).orElse("").toLowerCase(Locale.ROOT);
    }
}
