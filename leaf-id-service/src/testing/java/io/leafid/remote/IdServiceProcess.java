package io.leafid.remote;

import static org.awaitility.Awaitility.await;

import io.leafid.testing.ChildJvm;
import io.leafid.testing.TestDatabase;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.WebApplicationType;

/** An id service in a process of its own, so that it can be killed. */
final class IdServiceProcess {

    private static final Duration START_LIMIT = Duration.ofMinutes(3);

    private IdServiceProcess() {}

    /** Starts the service with these settings. */
    public static void main(String[] settings) {
        new IdService(WebApplicationType.SERVLET, settings);
    }

    /** Starts a process with the service on a port. */
    static Process start(int port, Path output, List<String> settings, String... options) throws IOException {
        List<String> command = ChildJvm.command(IdServiceProcess.class, options);
        command.add("server.port=" + port);
        command.addAll(settings);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                .start();
    }

    /** Waits until it takes connections, however long that takes on a busy machine. */
    static void awaitStart(Process service, int port) {
        await().atMost(START_LIMIT)
                .pollInterval(Duration.ofMillis(200))
                .failFast("the service has ended", () -> !service.isAlive())
                .until(() -> accepts(port));
    }

    private static boolean accepts(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (ConnectException ex) {
            return false;
        }
    }

    /** The settings of a service with a database. */
    static List<String> on(TestDatabase database) {
        return List.of(
                "spring.datasource.url=" + database.url(),
                "spring.datasource.username=" + database.user(),
                "spring.datasource.password=" + database.password(),
                "spring.datasource.generate-unique-name=false");
    }
}
