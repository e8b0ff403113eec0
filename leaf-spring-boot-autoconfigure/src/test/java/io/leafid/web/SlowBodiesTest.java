package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.remote.IdService;
import io.leafid.testing.RawHttp;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;

/** Clients that send the body of a request slowly, to a real Tomcat that has fewer threads than there are such clients. */
@Timeout(120)
class SlowBodiesTest {

    private static final int CLIENTS = 40;
    private static final int PLACES = 8;
    private static final int THREADS = 16;

    /** A form would be read for its parameters, if they were asked for. */
    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/x-www-form-urlencoded"})
    void slowBodiesHoldNoMoreThreadsThanRequestsMayWaitAndNotForLong(String contentType) throws Exception {
        ScheduledExecutorService drip = Executors.newSingleThreadScheduledExecutor();
        List<Socket> clients = new ArrayList<>();
        try (IdService service = new IdService(
                WebApplicationType.SERVLET, "leaf.web.max-waiting=" + PLACES, "server.tomcat.threads.max=" + THREADS)) {
            service.putRow("order", 1, 1_000);
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(begun(service.port(), contentType));
            }
            ScheduledFuture<?> dripping = drip.scheduleAtFixedRate(
                    () -> clients.forEach(SlowBodiesTest::sendAByte), 50, 50, TimeUnit.MILLISECONDS);

            long begun = System.nanoTime();
            for (int i = 0; i < 20; i++) {
                assertThat(RawHttp.get(service.port(), "/api/ids/order").status())
                        .isEqualTo(200);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
            for (Socket client : clients) {
                assertThat(statusOf(client)).isIn(408, 415, 503);
            }
            assertThat(dripping.isDone()).as("they go on to send").isFalse();
            await().atMost(Duration.ofSeconds(30)).until(() -> segments(service) == 200);
        } finally {
            drip.shutdownNow();
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    /** What docs/run/security.md says of them. */
    @Test
    void silentBodiesHoldTheirPlacesUntilTheServersTimeOutAndIdsGoOn() throws Exception {
        List<Socket> clients = new ArrayList<>();
        try (IdService service = new IdService(
                WebApplicationType.SERVLET, "leaf.web.max-waiting=" + PLACES, "server.tomcat.connection-timeout=3s")) {
            service.putRow("order", 1, 1_000);
            for (int i = 0; i < PLACES; i++) {
                clients.add(begun(service.port(), "application/json", ""));
            }

            await().until(() -> segments(service) == 503);
            assertThat(RawHttp.get(service.port(), "/api/ids/order").status()).isEqualTo(200);
            await().atMost(Duration.ofSeconds(30)).until(() -> segments(service) == 200);
            for (Socket client : clients) {
                assertThat(statusOf(client)).isEqualTo(408);
            }
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    private static int segments(IdService service) {
        return RawHttp.get(service.port(), "/api/segments/order").status();
    }

    private static Socket begun(int port, String contentType) throws IOException {
        return begun(port, contentType, "{\"amount\":1");
    }

    private static Socket begun(int port, String contentType, String body) throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), port);
        client.setSoTimeout(60_000);
        String head = "POST /api/segments/order HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + contentType + "\r\n"
                + "Content-Length: 4000\r\n\r\n" + body;
        client.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        return client;
    }

    private static void sendAByte(Socket client) {
        try {
            OutputStream body = client.getOutputStream();
            body.write(' ');
        } catch (IOException ex) { // refused, and closed by the server
            assertThat(client.isConnected()).isTrue();
        }
    }

    /** Of the answer; one that the closed connection has overtaken counts as a refusal. */
    private static int statusOf(Socket client) {
        try {
            byte[] answer = client.getInputStream().readNBytes("HTTP/1.1 503".length());
            return (answer.length == 0)
                    ? 503
                    : Integer.parseInt(new String(answer, StandardCharsets.US_ASCII).substring("HTTP/1.1 ".length()));
        } catch (IOException ex) {
            return 503;
        }
    }
}
