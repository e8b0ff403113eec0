package io.leafid.testing;

import io.leafid.jdbc.SqlDialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.util.FileSystemUtils;

/** A MariaDB server of a test's own. Its binary log records statements: the mode that is pickiest about transactions. */
public final class MariaDbServer extends DatabaseServer {

    private MariaDbServer(Path home, List<String> settings) throws IOException {
        super(home, settings);
    }

    /**
     * Starts a server on a new data directory.
     *
     * @param settings options of the server besides those that all tests need
     */
    public static MariaDbServer start(String... settings) {
        try {
            Path home = Files.createTempDirectory("leaf-mariadb-");
            Files.createDirectory(home.resolve("tmp"));
            FileSystemUtils.copyRecursively(MariaDbInstallation.shared().data(), home.resolve("data"));
            return new MariaDbServer(home, List.of(settings));
        } catch (IOException ex) {
            throw new IllegalStateException("MariaDB does not start", ex);
        }
    }

    @Override
    ProcessBuilder program(Path directory, int listeningOn) {
        Path base = MariaDbInstallation.shared().base();
        Path data = directory.resolve("data");
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(List.of(
                base.resolve("bin/mariadbd").toString(),
                "--no-defaults",
                "--basedir=" + base,
                "--datadir=" + data,
                "--tmpdir=" + directory.resolve("tmp"),
                "--user=root",
                "--bind-address=127.0.0.1",
                "--port=" + listeningOn,
                "--socket=" + directory.resolve("socket"),
                "--skip-grant-tables",
                "--skip-ssl", // each start would make a key of its own: three to ten seconds of a processor
                "--innodb-flush-log-at-trx-commit=2", // outlives the process; the machine loses no power during a test
                "--log-bin=" + data.resolve("binlog"),
                "--binlog-format=STATEMENT",
                "--server-id=1")));
        builder.environment().put("LD_LIBRARY_PATH", base.resolve("libs").toString());
        return builder;
    }

    @Override
    TestDatabase database(String name) {
        return new TestDatabase("jdbc:mariadb://127.0.0.1:" + port() + "/" + name, "root", "", SqlDialect.MYSQL);
    }
}
