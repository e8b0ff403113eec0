package io.leafid.remote;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** An instance of an id service that commits each allocation, and then answers in a way that a test chooses. Thread-safe. */
final class FaultyInstance implements AutoCloseable {

    /** How a request is answered once its range is committed. */
    enum Fault {
        /** As it should be. */
        NONE,
        /** Not before the test ends. */
        NEVER,
        /** With bytes that mean nothing. */
        RUBBISH,
        /** With the page of another server. */
        FRONT_PAGE,
        /** With an error of a server. */
        STATUS_500,
        /** With a 404 that is not an id service's. */
        STATUS_404,
        /** With the range of another tag. */
        OTHER_TAG,
        /** With the reply to the request before, as a cache or a mixed-up connection would. */
        REPLAYED,
        /** With the range, but no token. */
        NO_TOKEN,
        /** With fewer ids. */
        SMALLER,
        /** With an end below the start. */
        REVERSED,
        /** With negative ids. */
        NEGATIVE,
        /** With numbers that no long holds. */
        TOO_LARGE,
        /** With half of the body, and a closed connection. */
        CUT,
        /** With nothing but a closed connection. */
        HUNG_UP
    }

    private static final JsonMapper JSON = new JsonMapper();

    private final AtomicLong counter;
    private final AtomicReference<Fault> fault = new AtomicReference<>(Fault.NONE);
    private final AtomicReference<String> before = new AtomicReference<>("{}");
    private final AtomicInteger requests = new AtomicInteger();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    /** Starts an instance on a counter that others may share. */
    FaultyInstance(AtomicLong counter) {
        this.counter = counter;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    ServiceInstance in(String zone) {
        return new ServiceInstance("http://localhost:" + server.getAddress().getPort(), zone);
    }

    void answersWith(Fault next) {
        fault.set(next);
    }

    /** Whether it answers nothing at all. */
    boolean isSilent() {
        return fault.get() == Fault.NEVER;
    }

    int requests() {
        return requests.get();
    }

    private void answer(HttpExchange exchange) throws IOException {
        requests.incrementAndGet();
        JsonNode asked = JSON.readTree(exchange.getRequestBody().readAllBytes());
        String tag = exchange.getRequestURI().getQuery().replaceAll("^tag=", "");
        long amount = asked.get("amount").asLong();
        long first = counter.getAndAdd(amount);
        String reply = reply(tag, asked.get("token").asString(), first, first + amount);
        Fault chosen = Objects.requireNonNull(fault.get());
        String replayed = before.getAndSet(reply);
        switch (chosen) {
            case NONE -> send(exchange, 200, reply);
            case NEVER -> awaitEnd();
            case RUBBISH -> send(exchange, 200, "\u0000\u0001 lorem ipsum");
            case FRONT_PAGE -> send(exchange, 200, "<html><body>Welcome</body></html>");
            case STATUS_500 -> send(exchange, 500, reply);
            case STATUS_404 -> send(exchange, 404, reply);
            case REPLAYED -> send(exchange, 200, replayed);
            case CUT -> sendHalf(exchange, reply);
            case HUNG_UP -> exchange.close();
            case OTHER_TAG, NO_TOKEN, SMALLER, REVERSED, NEGATIVE, TOO_LARGE ->
                send(exchange, 200, changed(chosen, (ObjectNode) JSON.readTree(reply), first, amount));
        }
    }

    private static String reply(String tag, String token, long first, long end) {
        return "{\"tag\":\"%s\",\"token\":\"%s\",\"first\":\"%d\",\"end\":\"%d\",\"step\":10}"
                .formatted(tag, token, first, end);
    }

    private static String changed(Fault fault, ObjectNode reply, long first, long amount) {
        return (switch (fault) {
                    case OTHER_TAG -> reply.put("tag", "payment");
                    case NO_TOKEN -> reply.put("token", "");
                    case SMALLER -> reply.put("end", Long.toString(first + amount - 1));
                    case REVERSED -> reply.put("first", Long.toString(first + 2 * amount));
                    case NEGATIVE -> reply.put("first", "-" + amount).put("end", "0");
                    default -> reply.put("end", "9".repeat(30));
                })
                .toString();
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static void sendHalf(HttpExchange exchange, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes, 0, bytes.length / 2);
        exchange.getResponseBody().flush();
        exchange.close();
    }

    private void awaitEnd() {
        try {
            ended.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        ended.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
