package io.leafid.workerid.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/**
 * File systems whose locks the kernel alone keeps, so that no two processes of the machine have the same one, in whatever
 * containers they run. Stateless. Over a network, or in user space, locks may work or only seem to.
 */
final class LocalFileSystems {

    private static final Set<String> LOCAL =
            Set.of("ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs", "zfs", "jfs", "tmpfs", "overlay", "bcachefs");

    private LocalFileSystems() {}

    static boolean lockReliably(Path directory) {
        try {
            return LOCAL.contains(Files.getFileStore(directory).type().toLowerCase(Locale.ROOT));
        } catch (IOException ex) {
            return false;
        }
    }
}
