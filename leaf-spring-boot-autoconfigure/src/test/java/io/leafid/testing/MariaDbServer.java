package io.leafid.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.jdbc.SqlDialect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.util.FileSystemUtils;

/**
 * A MariaDB server with a data directory of its own, which can be killed and started again on the same port.
 *
 * <p>Its binary log records statements: the mode that is pickiest about transactions.
 */
public final class MariaDbServer implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    private final Path home;
    private final int port;
    private final List<String> settings;
    private Process process;
    private Process watcher;

    private MariaDbServer(Path home, int port, List<String> settings) throws IOException {
        this.home = home;
        this.port = port;
        this.settings = settings;
        this.process = launch();
        this.watcher = watch(process);
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
            MariaDbServer server = new MariaDbServer(home, FreePorts.next(), List.of(settings));
            Runtime.getRuntime().addShutdownHook(new Thread(server::close, "mariadb-shutdown"));
            server.awaitReady();
            return server;
        } catch (IOException ex) {
            throw new IllegalStateException("MariaDB does not start", ex);
        }
    }

    private Process launch() throws IOException {
        Path base = MariaDbInstallation.shared().base();
        Path data = home.resolve("data");
        List<String> command = new ArrayList<>(List.of(
                base.resolve("bin/mariadbd").toString(),
                "--no-defaults",
                "--basedir=" + base,
                "--datadir=" + data,
                "--tmpdir=" + home.resolve("tmp"),
                "--user=root",
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--socket=" + home.resolve("socket"),
                "--skip-grant-tables",
                "--innodb-flush-log-at-trx-commit=2", // outlives the process; the machine loses no power during a test
                "--log-bin=" + data.resolve("binlog"),
                "--binlog-format=STATEMENT",
                "--server-id=1"));
        command.addAll(settings);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("LD_LIBRARY_PATH", base.resolve("libs").toString());
        builder.redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
        return builder.start();
    }

    /** Ends the server when this process is killed, which runs no hook: the other end of the pipe closes. */
    private static Process watch(Process server) throws IOException {
        return new ProcessBuilder("sh", "-c", "cat > /dev/null; kill -9 " + server.pid()).start();
    }

    /** The process that runs now. */
    public ProcessHandle process() {
        return process.toHandle();
    }

    /** The port, the same after a restart. */
    public int port() {
        return port;
    }

    /** A new database on this server, reached by MariaDB's own driver. */
    public TestDatabase newDatabase() {
        String name = TestDatabase.freshName();
        new JdbcTemplate(database("").unpooled()).execute("CREATE DATABASE " + name);
        return database(name);
    }

    private TestDatabase database(String name) {
        return new TestDatabase("jdbc:mariadb://127.0.0.1:" + port + "/" + name, "root", "", SqlDialect.MYSQL);
    }

    /** Ends the server at once, as {@code kill -9} does: on this platform the forcible end is SIGKILL. */
    public void kill() {
        watcher.destroy(); // another process may get the server's number
        process.destroyForcibly();
        await().atMost(START_LIMIT).until(() -> !process.isAlive());
    }

    /** Stops the server where it is (SIGSTOP): its ports accept what is sent, and nothing is answered. */
    public void freeze() {
        signal("STOP");
    }

    /** Lets it go on (SIGCONT), with whatever was sent to it meanwhile. */
    public void thaw() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            int exit = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .start()
                    .waitFor();
            assertThat(exit).isZero();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** What the process returned in the end; 128 plus the number of the signal if one killed it. */
    public int exitCode() {
        return process.exitValue();
    }

    /** Starts the server again on its data and port. */
    public void restart() {
        try {
            watcher.destroy();
            process = launch();
            watcher = watch(process);
            awaitReady();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private void awaitReady() {
        JdbcTemplate jdbc = new JdbcTemplate(database("").unpooled());
        await().atMost(START_LIMIT)
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptions()
                .until(() -> {
                    assertThat(process.isAlive()).as(() -> readLog()).isTrue();
                    jdbc.execute("SELECT 1");
                    return true;
                });
    }

    private Path log() {
        return home.resolve("server.log");
    }

    private String readLog() {
        try {
            return Files.readString(log());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Ends the server and removes all that it wrote. */
    @Override
    public void close() {
        watcher.destroy();
        process.destroyForcibly();
        try {
            process.waitFor(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
            FileSystemUtils.deleteRecursively(home);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
