package io.leafid.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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
public record StateHome(Map<String, String> environment, Map<String, String> properties, Disks disks) {

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
        Map<String, String> properties = new HashMap<>();
        for (String name : List.of("os.name", "user.home", "java.io.tmpdir", TEMPORARY)) {
            String value = System.getProperty(name);
            if (value != null) {
                properties.put(name, value);
            }
        }
        return new StateHome(
                System.getenv(),
                properties,
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
        for (Path candidate : candidates()) {
            Path usable = usable(candidate);
            if (usable != null) {
                return Optional.of(usable);
            }
        }
        return Optional.empty();
    }

    /** In order: what systemd gives the service, then what the system's convention gives the user. */
    List<Path> candidates() {
        List<Path> found = new ArrayList<>();
        if (!isWindows()) {
            // One directory, or several with colons between them; systemd keeps it whatever else it takes away.
            addLeaf(path(environment.get("STATE_DIRECTORY"), ":"), found);
        }
        if (!isMac()) {
            String convention = environment.get(isWindows() ? "LOCALAPPDATA" : "XDG_STATE_HOME");
            addLeaf(ofThisMachine(path(convention, null)), found);
        }
        addLeaf(ofThisMachine(home()), found);
        return List.copyOf(found);
    }

    private static void addLeaf(@Nullable Path home, List<Path> found) {
        if (home != null) {
            found.add(home.resolve(LEAF));
        }
    }

    /**
     * Places that processes of this user on this machine find alike, whatever their settings and environment are: those with
     * the same home the first, all of them the last.
     */
    public List<Path> ofTheMachine() {
        Path temporary = Objects.requireNonNullElse(path(properties.get(TEMPORARY), null), Path.of("/tmp"));
        if (isWindows() || !Files.isDirectory(temporary)) {
            temporary = Path.of(Objects.requireNonNullElse(properties.get("java.io.tmpdir"), "."));
        }
        List<Path> found = new ArrayList<>();
        addLeaf(ofThisMachine(home()), found);
        found.add(temporary.resolve(LEAF + "-" + Trust.self().replaceAll("[^A-Za-z0-9]+", "-")));
        return List.copyOf(found);
    }

    /** The place for state in the user's home, by the convention of the system. */
    private @Nullable Path home() {
        String name = properties.get("user.home");
        Path home = (name == null || NO_HOME.contains(name)) ? null : path(name, null);
        if (home == null || !Files.isDirectory(home)) {
            return null;
        }
        if (isWindows()) {
            return home.resolve("AppData").resolve("Local");
        }
        return isMac()
                ? home.resolve("Library").resolve("Application Support")
                : home.resolve(".local").resolve("state");
    }

    private static @Nullable Path usable(Path candidate) {
        try {
            StateDirectory made = StateDirectory.make(candidate);
            if (made.isWritable()) {
                return made.path();
            }
            logger.debug("{} is passed over: nothing can be written there", candidate);
        } catch (IOException ex) {
            logger.debug("{} is passed over: {}", candidate, ex.toString());
        }
        return null;
    }

    private @Nullable Path ofThisMachine(@Nullable Path path) {
        Path present = path;
        while (present != null && !Files.exists(present)) {
            present = present.getParent();
        }
        try {
            return (present != null && NETWORK.contains(disks.typeOf(present).toLowerCase(Locale.ROOT))) ? null : path;
        } catch (IOException | SecurityException ex) {
            logger.debug("{} is passed over: its file system is not known", path, ex);
            return null;
        }
    }

    /** An absolute path, or the first of several. */
    private static @Nullable Path path(@Nullable String text, @Nullable String separator) {
        if (text == null) {
            return null;
        }
        String first = (separator == null) ? text : text.split(separator, -1)[0];
        try {
            Path path = Path.of(first);
            return path.isAbsolute() ? path : null;
        } catch (InvalidPathException ex) {
            logger.debug("'{}' is passed over: it is no path", first, ex);
            return null;
        }
    }

    private boolean isWindows() {
        return system().startsWith("windows");
    }

    private boolean isMac() {
        return system().startsWith("mac");
    }

    private String system() {
        return Objects.requireNonNullElse(properties.get("os.name"), "").toLowerCase(Locale.ROOT);
    }
}
