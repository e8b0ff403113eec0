package io.leafid.testing;

import static org.awaitility.Awaitility.await;

import io.leafid.jdbc.SqlDialect;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.util.FileSystemUtils;

/** A PostgreSQL server with a data directory of its own, which can be killed and started again on the same port. */
public final class PostgresServer implements AutoCloseable {

    private static final String USER = "postgres";
    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    private final Path home;
    private final int port;
    private final String synchronousCommit;
    private EmbeddedPostgres server;

    private PostgresServer(Path home, int port, String synchronousCommit) throws IOException {
        this.home = home;
        this.port = port;
        this.synchronousCommit = synchronousCommit;
        this.server = launch();
    }

    /** Starts a server on a new data directory; what was committed outlives a kill. */
    public static PostgresServer start() {
        return start("on");
    }

    /** The same with another {@code synchronous_commit}: with {@code off} the server writes its log some time later. */
    public static PostgresServer start(String synchronousCommit) {
        try {
            return new PostgresServer(Files.createTempDirectory("leaf-postgres-"), FreePorts.next(), synchronousCommit);
        } catch (IOException ex) {
            throw new UncheckedIOException("PostgreSQL does not start", ex);
        }
    }

    private EmbeddedPostgres launch() throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(data())
                .setCleanDataDirectory(false)
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", synchronousCommit)
                .setPort(port)
                .setPGStartupWait(START_LIMIT)
                .start();
    }

    private Path data() {
        return home.resolve("data");
    }

    /** A new database on this server. */
    public TestDatabase newDatabase() {
        String name = TestDatabase.freshName();
        new JdbcTemplate(server.getPostgresDatabase()).execute("CREATE DATABASE " + name);
        return new TestDatabase("jdbc:postgresql://127.0.0.1:" + port + "/" + name, USER, USER, SqlDialect.POSTGRESQL);
    }

    /** Ends the server and all of its processes at once, as {@code kill -9} does. */
    public void kill() {
        ProcessHandle postmaster = postmaster();
        List<ProcessHandle> processes =
                Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
        processes.forEach(ProcessHandle::destroyForcibly);
        await().atMost(START_LIMIT).until(() -> processes.stream().noneMatch(ProcessHandle::isAlive));
        try {
            Files.deleteIfExists(numberFile()); // pg_ctl signals the process of this number, another one by then
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private Path numberFile() {
        return data().resolve("postmaster.pid");
    }

    private ProcessHandle postmaster() {
        try {
            long pid = Long.parseLong(Files.readAllLines(numberFile()).get(0));
            return ProcessHandle.of(pid).orElseThrow();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Starts the server again on its data and port, after a kill. */
    public void restart() {
        try {
            server.close(); // frees its lock of the directory
            server = launch();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Ends the server and removes all that it wrote. */
    @Override
    public void close() {
        try {
            server.close();
            FileSystemUtils.deleteRecursively(home);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
