package io.leafid.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.core.TerminalFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.util.FileSystemUtils;

/**
 * A server of MySQL's family with a data directory of its own, which can be killed and started again on the same port. It ends
 * with the process that started it, however that ends.
 */
public abstract sealed class DatabaseServer implements AutoCloseable permits MariaDbServer, MySqlServer {

    static final Duration START_LIMIT = Duration.ofMinutes(2);

    private final Path home;
    private final int port;
    private List<String> settings;
    private Process process;
    private Process watcher;

    /** Starts the server on a data directory that is there. */
    DatabaseServer(Path home, List<String> settings) throws IOException {
        this.home = home;
        this.port = FreePorts.next();
        this.settings = settings;
        this.process = launch();
        this.watcher = watch(process);
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "database-shutdown"));
        awaitReady();
    }

    /** How the program is run on a home directory and a port; options of the test follow. */
    abstract ProcessBuilder program(Path directory, int listeningOn);

    /** The address of a database of this server, for a driver. */
    abstract TestDatabase database(String name);

    private Process launch() throws IOException {
        ProcessBuilder builder = program(home, port);
        builder.command().addAll(settings);
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

    /** A new database on this server. */
    public TestDatabase newDatabase() {
        String name = TestDatabase.freshName();
        new JdbcTemplate(database("").unpooled()).execute("CREATE DATABASE " + name);
        return database(name);
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

    /** The same with other options of the test. */
    public void restartWith(String... others) {
        settings = List.of(others);
        restart();
    }

    private void awaitReady() {
        JdbcTemplate jdbc = new JdbcTemplate(database("").unpooled());
        try {
            await().atMost(START_LIMIT)
                    .pollInterval(Duration.ofMillis(50))
                    .ignoreExceptions()
                    .failFast(() -> !process.isAlive())
                    .until(() -> {
                        jdbc.execute("SELECT 1");
                        return true;
                    });
        } catch (ConditionTimeoutException | TerminalFailureException ex) {
            throw new IllegalStateException("the server does not answer, and has logged: " + readLog(), ex);
        }
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
