package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.remote.IdService;
import io.leafid.testing.RawHttp;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;

/** Clients that send the body of a request slowly or not at all, to a real Tomcat with its default settings, more than it has threads. */
@Timeout(300)
class SlowBodiesIT {

    private static final int CLIENTS = 300;

    private static final int RESET = -1;

    private static final int LENGTH = 4_000;

    private final List<Socket> clients = new ArrayList<>();

    @AfterEach
    void closeClients() throws IOException {
        for (Socket client : clients) {
            client.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/x-www-form-urlencoded"})
    void bytesThatComeOneByOneHoldNoThreadAndNoPlace(String contentType) throws Exception {
        ScheduledExecutorService drip = Executors.newSingleThreadScheduledExecutor();
        try (IdService service = new IdService(WebApplicationType.SERVLET)) {
            service.putRow("order", 1, 1_000);
            begin(service, contentType, "{\"amount\":1");
            ScheduledFuture<?> dripping = drip.scheduleAtFixedRate(
                    () -> clients.forEach(SlowBodiesIT::sendAByte), 50, 50, TimeUnit.MILLISECONDS);

            requireThatOthersGoOn(service);
            for (Socket client : clients) {
                assertThat(statusOf(client)).isIn(408, 415, RESET);
            }
            assertThat(dripping.isDone()).as("they go on to send").isFalse();
        } finally {
            drip.shutdownNow();
        }
    }

    /** There the field is forbidden, since streams share a connection: some clients drop the answer for it. */
    @Test
    void overHttp2NoAnswerSaysThatTheConnectionEnds() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        try (IdService service = new IdService(WebApplicationType.SERVLET, "server.http2.enabled=true")) {
            HttpRequest tooLong = HttpRequest.newBuilder(URI.create(service.url() + "/api/segments/order"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(" ".repeat(6_000)))
                    .build();
            HttpRequest upgrade = HttpRequest.newBuilder(URI.create(service.url() + "/api/segments"))
                    .build();
            client.send(upgrade, HttpResponse.BodyHandlers.discarding());

            HttpResponse<String> answer = client.send(tooLong, HttpResponse.BodyHandlers.ofString());

            assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.headers().firstValue("Connection")).isEmpty();
        }
    }

    @Test
    void silentClientsHoldNoThreadAndNoPlace() throws Exception {
        try (IdService service = new IdService(WebApplicationType.SERVLET, "server.tomcat.connection-timeout=5m")) {
            service.putRow("order", 1, 1_000);
            long begun = System.nanoTime();
            begin(service, "application/json", "");

            requireThatOthersGoOn(service);
            for (Socket client : clients) {
                assertThat(statusOf(client)).isEqualTo(408);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .as("the server's own time limit is 5 minutes")
                    .isLessThan(Duration.ofMinutes(2));
        }
    }

    /** A filter for all requests that is none for asynchronous ones, as filters of web.xml are. */
    static class OldFilter {

        @Bean
        FilterRegistrationBean<Filter> oldFilter() {
            FilterRegistrationBean<Filter> registration =
                    new FilterRegistrationBean<>((request, response, chain) -> chain.doFilter(request, response));
            registration.setAsyncSupported(false);
            return registration;
        }
    }

    @Test
    void filterThatSupportsNoAsynchronousRequestsLeavesThemTheirBodies() throws Exception {
        try (IdService service = new IdService(WebApplicationType.SERVLET, List.of(OldFilter.class))) {
            service.putRow("order", 1, 1_000);

            requireThatOthersGoOn(service);
            try (Socket cut = begun(service, "application/json", "{\"amount\":1")) {
                cut.shutdownOutput();
                assertThat(statusOf(cut)).isEqualTo(400);
            }
        }
    }

    /** Notes of each completion of an asynchronous request whether Tomcat is turned to the connection meanwhile. */
    static class Completions {

        private final Queue<Boolean> within = new ConcurrentLinkedQueue<>();

        @Bean
        FilterRegistrationBean<Filter> watch() {
            FilterRegistrationBean<Filter> registration =
                    new FilterRegistrationBean<>((request, response, chain) -> chain.doFilter(
                            new HttpServletRequestWrapper((HttpServletRequest) request) {
                                @Override
                                public AsyncContext startAsync() {
                                    return watched(super.startAsync());
                                }
                            },
                            response));
            registration.setAsyncSupported(true);
            return registration;
        }

        private AsyncContext watched(AsyncContext real) {
            return (AsyncContext) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {AsyncContext.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals("complete")) {
                            within.add(Stream.of(new Throwable().getStackTrace())
                                    .anyMatch(frame -> frame.getClassName().endsWith("$ConnectionHandler")));
                        }
                        return method.invoke(real, arguments);
                    });
        }
    }

    /**
     * Tomcat forgets a request that another thread completes between two steps of its own, as when it turns to the next bytes; it then waits
     * for that request at a shutdown.
     */
    @Test
    void requestIsCompletedOnlyWhileTheServerIsTurnedToIt() throws Exception {
        try (IdService service = new IdService(WebApplicationType.SERVLET, List.of(Completions.class))) {
            service.putRow("order", 1, 1_000);
            String body = "{\"amount\":1}";
            try (Socket whole = begun(service, "application/json", body + " ".repeat(LENGTH - body.length()));
                    Socket silent = begun(service, "application/json", "");
                    Socket cut = begun(service, "application/json", body)) {
                cut.shutdownOutput();
                assertThat(statusOf(whole)).isEqualTo(200);
                assertThat(statusOf(silent)).isEqualTo(408);
                assertThat(statusOf(cut)).isIn(400, RESET);
            }
            Queue<Boolean> within = service.bean(Completions.class).within;
            // a client has its answer before the completion
            await().untilAsserted(() -> assertThat(within).hasSize(3).containsOnly(true));
        }
    }

    private static void requireThatOthersGoOn(IdService service) throws IOException {
        String body = "{\"amount\":1}";
        for (int i = 0; i < 20; i++) {
            assertThat(RawHttp.get(service.port(), "/api/ids/order").status()).isEqualTo(200);
            assertThat(RawHttp.get(service.port(), "/api/segments/order").status())
                    .isEqualTo(200);
            try (Socket other = begun(service, "application/json", body + " ".repeat(LENGTH - body.length()))) {
                assertThat(statusOf(other)).isEqualTo(200);
            }
        }
    }

    private void begin(IdService service, String contentType, String body) throws IOException {
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(begun(service, contentType, body));
        }
    }

    private static Socket begun(IdService service, String contentType, String body) throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), service.port());
        client.setSoTimeout(60_000);
        String head = "POST /api/segments/order HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + contentType + "\r\n"
                + "Content-Length: " + LENGTH + "\r\n\r\n" + body;
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

    /** Of the answer; {@link #RESET} if the end of the connection has overtaken it, since the client sent on. */
    private static int statusOf(Socket client) {
        try {
            byte[] answer = client.getInputStream().readNBytes("HTTP/1.1 503".length());
            return (answer.length == 0)
                    ? RESET
                    : Integer.parseInt(new String(answer, StandardCharsets.US_ASCII).substring("HTTP/1.1 ".length()));
        } catch (IOException ex) {
            return RESET;
        }
    }
}
