package io.leafid.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.jdbc.SqlDialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A MySQL server of a test's own, from the packages that {@code .ci/mysql} has unpacked: their programs run with their own loader
 * and libraries, whatever this machine's are.
 */
public final class MySqlServer extends DatabaseServer {

    /** The environment variable that names the directory of the unpacked packages. */
    public static final String ROOT = "LEAF_TEST_MYSQL_ROOT";

    private MySqlServer(Path home, List<String> settings) throws IOException {
        super(home, settings);
    }

    /** Whether there are packages to start a server from. */
    public static boolean isThere() {
        return System.getenv(ROOT) != null;
    }

    /**
     * Starts a server on a new data directory.
     *
     * @param settings options of the server besides those that all tests need
     */
    public static MySqlServer start(String... settings) {
        try {
            Path home = Files.createTempDirectory("leaf-mysql-");
            initialize(home);
            return new MySqlServer(home, List.of(settings));
        } catch (IOException | InterruptedException ex) {
            throw new IllegalStateException("MySQL does not start", ex);
        }
    }

    /** Its user is known by the address alone, so that no name has to be looked up. */
    private static void initialize(Path home) throws IOException, InterruptedException {
        Path users = Files.write(
                home.resolve("users.sql"),
                List.of(
                        "CREATE USER 'root'@'127.0.0.1';",
                        "GRANT ALL ON *.* TO 'root'@'127.0.0.1' WITH GRANT OPTION;"));
        Path log = home.resolve("initialize.log");
        Process process = mysqld(home, "--initialize-insecure", "--init-file=" + users)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(process.waitFor(START_LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
    }

    private static ProcessBuilder mysqld(Path home, String... settings) {
        Path root = Path.of(Objects.requireNonNull(System.getenv(ROOT), ROOT));
        Path libraries = root.resolve("usr/lib/x86_64-linux-gnu");
        return new ProcessBuilder(new ArrayList<>(Stream.concat(
                        Stream.of(
                                libraries.resolve("ld-linux-x86-64.so.2").toString(),
                                "--library-path",
                                libraries + ":" + root.resolve("usr/lib/mysql/private"),
                                root.resolve("usr/sbin/mysqld").toString(),
                                "--no-defaults",
                                "--user=root",
                                "--basedir=" + root.resolve("usr"),
                                "--lc-messages-dir=" + root.resolve("usr/share/mysql"),
                                "--character-sets-dir=" + root.resolve("usr/share/mysql/charsets"),
                                "--datadir=" + home.resolve("data"),
                                "--secure-file-priv=NULL",
                                "--innodb-redo-log-capacity=16777216"),
                        Stream.of(settings))
                .toList()));
    }

    @Override
    ProcessBuilder program(Path directory, int listeningOn) {
        return mysqld(
                directory,
                "--mysqlx=OFF",
                "--bind-address=127.0.0.1",
                "--skip-name-resolve",
                "--port=" + listeningOn,
                "--socket=" + directory.resolve("socket"),
                "--pid-file=" + directory.resolve("pid"),
                "--max-connections=500",
                "--innodb-flush-log-at-trx-commit=2", // outlives the process; the machine loses no power during a test
                "--sync-binlog=0");
    }

    @Override
    TestDatabase database(String name) {
        String url = "jdbc:mysql://127.0.0.1:" + port() + "/" + name + "?sslMode=DISABLED&allowPublicKeyRetrieval=true";
        return new TestDatabase(url, "root", "", SqlDialect.MYSQL);
    }
}
