package io.leafid.file;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rules that a directory or file must meet to be believed. Stateless.
 *
 * <p>Groups are not looked at: who is in a group is the operator's choice, and volumes of Kubernetes and OpenShift belong to
 * root and are shared with the pod through a group.
 */
final class DirectoryRules {

    private static final Logger logger = LoggerFactory.getLogger(DirectoryRules.class);

    private DirectoryRules() {}

    /** A directory on the way to the state directory. */
    static void requireSafePassage(Path directory, FileFacts.@Nullable Access access, FileFacts.@Nullable Access parent)
            throws UnsafeFileException {
        if (access == null || !access.isWritableByOthers() || access.isSticky()) {
            return;
        }
        if (isVolume(directory, access, parent) || Trust.forgetsModes(directory)) {
            return;
        }
        throw new UnsafeFileException(
                ("%s may be written to by every user (mode %s), so that any of them can put another directory in the "
                                + "place of one below it; take that away (chmod o-w, or chmod +t), or %s")
                        .formatted(directory, access.modeText(), StateDirectory.ELSEWHERE));
    }

    /** A mount point of root's, as an emptyDir of Kubernetes: only those containers reach it that are meant to. */
    private static boolean isVolume(Path directory, FileFacts.Access access, FileFacts.@Nullable Access parent) {
        return parent != null && parent.device() != access.device() && Trust.isTrusted(access, directory);
    }

    /** The state directory itself. */
    static void requireSafe(Path directory, FileFacts.@Nullable Access access, FileFacts.@Nullable Access parent)
            throws UnsafeFileException {
        if (access == null) {
            return;
        }
        requireTrustedOwner(directory, access, directory);
        if (!access.isWritableByOthers() || access.isSticky() || isVolume(directory, access, parent)) {
            return;
        }
        if (!Trust.forgetsModes(directory)) {
            throw new UnsafeFileException(
                    ("%s may be written to by every user (mode %s), so that what it holds may be another user's; remove what is not "
                                    + "yours, take that away (chmod 0700), or %s")
                            .formatted(directory, access.modeText(), StateDirectory.ELSEWHERE));
        }
        logger.warn(
                "the file system of {} keeps no permissions; its mount options decide who may write to it", directory);
    }

    static void requireTrustedOwner(Path path, FileFacts.Access access, Path directory) throws UnsafeFileException {
        if (!Trust.isTrusted(access, directory)) {
            throw new UnsafeFileException(
                    ("%s belongs to uid %s, and this process runs as %s, so that another user may have put it there; if it "
                                    + "is yours, change its owner (chown), else remove it, or %s")
                            .formatted(
                                    path,
                                    Integer.toUnsignedString(access.uid()),
                                    Trust.self(),
                                    StateDirectory.ELSEWHERE));
        }
    }

    /** A file in the state directory. */
    static void requireSafeFile(Path directory, Path file, FileFacts facts, long mostBytes) throws UnsafeFileException {
        if (facts.kind() != FileFacts.Kind.FILE) {
            throw new UnsafeFileException("%s is no regular file but %s; remove it"
                    .formatted(file, (facts.kind() == FileFacts.Kind.LINK) ? "a link" : nameOf(facts.kind())));
        }
        if (facts.size() > mostBytes) {
            throw new UnsafeFileException("%s has %s bytes, and Leaf writes at most %s there; remove it"
                    .formatted(file, facts.size(), mostBytes));
        }
        FileFacts.Access access = facts.access();
        if (access == null) {
            return;
        }
        requireTrustedOwner(file, access, directory);
        if (access.links() > 1) {
            throw new UnsafeFileException(
                    "%s has %s names (hard links), and Leaf gives it one; remove it".formatted(file, access.links()));
        }
        if (access.isWritableByOthers() && !Trust.forgetsModes(directory)) {
            throw new UnsafeFileException(
                    "%s may be written to by every user (mode %s); if its content is yours, take that away (chmod 0600), else remove it"
                            .formatted(file, access.modeText()));
        }
    }

    private static String nameOf(FileFacts.Kind kind) {
        return (kind == FileFacts.Kind.DIRECTORY) ? "a directory" : "a pipe, a socket or a device";
    }
}
