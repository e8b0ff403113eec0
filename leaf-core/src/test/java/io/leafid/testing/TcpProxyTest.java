package io.leafid.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.leafid.testing.TcpProxy.Direction;
import io.leafid.testing.TcpProxy.Reaction;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A line that does not disturb what it is told to would let every test pass that relies on it. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TcpProxyTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final int SOON_MILLIS = 300;

    private final Server server = new Server();
    private final TcpProxy proxy = new TcpProxy(server.port());

    @AfterEach
    void close() throws IOException {
        proxy.close();
        server.close();
    }

    @Test
    void lineIsTransparentUnlessItIsTold() throws IOException {
        try (Client client = new Client(proxy.port())) {
            assertThat(client.ask("one")).isEqualTo("re: one");
            assertThat(client.ask("two")).isEqualTo("re: two");
        }
        assertThat(server.commands).containsExactly("one", "two");
    }

    @Test
    void lostCommandNeverReachesTheServer() throws IOException {
        proxy.expect("COMMIT", Reaction.LOSE_COMMAND);
        try (Client client = new Client(proxy.port())) {
            assertThat(client.ask("update")).isEqualTo("re: update");
            assertThat(client.isCutBy("commit")).isTrue();
        }
        await().atMost(TIMEOUT).until(() -> server.ended.get() == 1);

        assertThat(server.commands).containsExactly("update");
        assertThat(proxy.isExpecting()).isFalse();
    }

    @Test
    void replyIsLostThoughTheServerHasAnswered() throws IOException {
        proxy.expect("COMMIT", Reaction.LOSE_REPLY);
        try (Client client = new Client(proxy.port())) {
            assertThat(client.isCutBy("commit")).isTrue();
        }

        assertThat(server.commands).containsExactly("commit");
        assertThat(proxy.lostReplies()).isEqualTo(1);
    }

    @Test
    void replyArrivesBeforeTheLineIsCut() throws IOException {
        proxy.expect("COMMIT", Reaction.CUT_AFTER_REPLY);
        try (Client client = new Client(proxy.port())) {
            assertThat(client.ask("commit")).isEqualTo("re: commit");
            assertThat(client.isCutBy("next")).isTrue();
        }
        assertThat(server.commands).doesNotContain("next");
    }

    @Test
    void silenceTowardsTheClientLetsCommandsPassAndHoldsTheAnswers() throws IOException {
        proxy.silence(Direction.TO_CLIENT);
        try (Client client = new Client(proxy.port())) {
            client.send("one");
            await().atMost(TIMEOUT).until(() -> server.commands.contains("one"));
            assertThat(client.hearsNothing()).isTrue();

            proxy.heal();

            assertThat(client.answer()).isEqualTo("re: one");
        }
    }

    @Test
    void silenceTowardsTheServerHoldsCommandsThatArriveLate() throws IOException {
        proxy.silence(Direction.TO_SERVER);
        try (Client client = new Client(proxy.port())) {
            client.send("one");
            assertThat(client.hearsNothing()).isTrue();
            assertThat(server.commands).isEmpty();

            proxy.heal();

            assertThat(client.answer()).isEqualTo("re: one");
        }
    }

    @Test
    void commandOfAClientThatHasGivenUpArrivesLateAllTheSame() throws IOException {
        proxy.silence(Direction.TO_SERVER);
        try (Client client = new Client(proxy.port())) {
            client.send("one");
            assertThat(client.hearsNothing()).isTrue();
        }

        proxy.heal();

        await().atMost(TIMEOUT).until(() -> server.commands.contains("one"));
    }

    @Test
    void heldCommandArrivesWhenTheLineIsHealed() throws IOException {
        proxy.expect("commit", Reaction.HOLD_COMMAND);
        try (Client client = new Client(proxy.port())) {
            assertThat(client.ask("update")).isEqualTo("re: update");
            client.send("commit");
            assertThat(client.hearsNothing()).isTrue();
            assertThat(server.commands).containsExactly("update");
            proxy.heal();
            assertThat(client.answer()).isEqualTo("re: commit");
        }
    }

    @Test
    void heldReplyWaitsForTheLineToBeHealed() throws IOException {
        proxy.expect("commit", Reaction.HOLD_REPLY);
        try (Client client = new Client(proxy.port())) {
            client.send("commit");
            await().atMost(TIMEOUT).until(() -> server.commands.contains("commit"));
            assertThat(client.hearsNothing()).isTrue();
            proxy.heal();
            assertThat(client.answer()).isEqualTo("re: commit");
        }
    }

    @Test
    void delayCountsInBothDirections() throws IOException {
        proxy.delay(Duration.ofMillis(100));
        try (Client client = new Client(proxy.port())) {
            long start = System.nanoTime();
            assertThat(client.ask("one")).isEqualTo("re: one");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
        }
    }

    @Test
    void deadLineCarriesNothingAndStaysOpen() throws IOException {
        try (Client client = new Client(proxy.port())) {
            assertThat(client.ask("one")).isEqualTo("re: one");
            proxy.goDead();
            client.send("two");
            assertThat(client.hearsNothing()).isTrue();
        }
        assertThat(server.commands).containsExactly("one");
    }

    @Test
    void cutLineCanBeOpenedAgain() throws IOException {
        try (Client client = new Client(proxy.port())) {
            assertThat(client.ask("one")).isEqualTo("re: one");
            proxy.cut();
            assertThat(client.isCutBy("two")).isTrue();
        }
        try (Client client = new Client(proxy.port())) {
            assertThat(client.ask("three")).isEqualTo("re: three");
        }
    }

    /** A client that asks one line at a time. */
    private static final class Client implements AutoCloseable {

        private final Socket socket;
        private final BufferedReader in;
        private final PrintWriter out;

        Client(int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout((int) TIMEOUT.toMillis());
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.US_ASCII);
        }

        void send(String command) {
            out.println(command);
        }

        String answer() throws IOException {
            return String.valueOf(in.readLine());
        }

        String ask(String command) throws IOException {
            send(command);
            return answer();
        }

        boolean isCutBy(String command) {
            try {
                return ask(command).equals("null");
            } catch (IOException ex) {
                return !(ex instanceof SocketTimeoutException);
            }
        }

        boolean hearsNothing() throws IOException {
            socket.setSoTimeout(SOON_MILLIS);
            assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(this::answer);
            socket.setSoTimeout((int) TIMEOUT.toMillis());
            return true;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    /** A server that answers each line. */
    private static final class Server {

        private final ServerSocket listener;
        private final List<String> commands = new CopyOnWriteArrayList<>();
        private final AtomicInteger ended = new AtomicInteger();

        Server() {
            try {
                listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            } catch (IOException ex) {
                throw new IllegalStateException(ex);
            }
            Thread thread = new Thread(this::serve, "tcp-proxy-test-server");
            thread.setDaemon(true);
            thread.start();
        }

        int port() {
            return listener.getLocalPort();
        }

        private void serve() {
            while (!listener.isClosed()) {
                try (Socket socket = listener.accept();
                        BufferedReader in = new BufferedReader(
                                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
                        PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.US_ASCII)) {
                    for (String line = in.readLine(); line != null; line = in.readLine()) {
                        commands.add(line);
                        out.println("re: " + line);
                    }
                    ended.incrementAndGet();
                } catch (IOException ex) {
                    ended.incrementAndGet(); // the line was cut, or the test is over
                }
            }
        }

        void close() throws IOException {
            listener.close();
        }
    }
}
