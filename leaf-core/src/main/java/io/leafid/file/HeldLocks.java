package io.leafid.file;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The lock files that this process holds, whichever class loader locked them. Thread-safe.
 *
 * <p>On POSIX systems closing any channel of a file gives up all locks that the process has on it, so that a file which is
 * held must never be opened again. A static field is one per class loader; an application server, a development tool that
 * restarts, or a test may have several in one process. What they all share are the system properties: an entry there is a
 * text under a text, which code that copies or stores the properties can deal with.
 *
 * <pre>
 * Invariants
 *   - A file is held if there is an entry for its path, or for its key: a file may have several paths.
 * Locks: changes are made, and files opened and locked, while MONITOR is held. Its text is interned, so that it is one
 *   object per process; no other code knows it.
 * </pre>
 */
public final class HeldLocks {

    /** Held while a lock is taken, so that two class loaders do not open one file. */
    public static final Object MONITOR = "io.leafid.workerid.file.HeldLocks:monitor".intern();

    private static final String PREFIX = "io.leafid.lock.";

    private HeldLocks() {}

    /** The holder of one of the keys; {@code null} if this process holds none. */
    public static @Nullable String holderOf(List<String> keys) {
        Properties shared = System.getProperties();
        for (String key : keys) {
            String holder = shared.getProperty(nameOf(key));
            if (holder != null) {
                return holder;
            }
        }
        return null;
    }

    /** Notes the holder under each key. */
    public static void add(List<String> keys, String holder) {
        for (String key : keys) {
            System.getProperties().setProperty(nameOf(key), holder);
        }
    }

    /** Does so unless one of the keys has a holder; returns whether none had. */
    static boolean addUnlessHeld(List<String> keys, String holder) {
        synchronized (MONITOR) {
            boolean isFree = holderOf(keys) == null;
            if (isFree) {
                add(keys, holder);
            }
            return isFree;
        }
    }

    /** Forgets the holder. */
    public static void remove(List<String> keys) {
        for (String key : keys) {
            System.getProperties().remove(nameOf(key));
        }
    }

    /** A digest, because names of properties are shown in places where paths have no business. */
    private static String nameOf(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return PREFIX + HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException("every Java platform has SHA-256", ex);
        }
    }
}
