package io.leafid.file;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Attributes that a file or directory is made with, so that this user alone may read and change it. Stateless. */
final class OwnOnly {

    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");

    private OwnOnly() {}

    static FileAttribute<?>[] file(Path path) {
        return attributes(path, FILE);
    }

    static FileAttribute<?>[] directory(Path path) {
        return attributes(path, DIRECTORY);
    }

    /** None where the system is no POSIX system: a file inherits there what its directory says. */
    private static FileAttribute<?>[] attributes(Path path, Set<PosixFilePermission> permissions) {
        boolean isPosix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        return isPosix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }
}
