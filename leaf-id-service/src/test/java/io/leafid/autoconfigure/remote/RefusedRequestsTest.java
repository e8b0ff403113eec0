package io.leafid.autoconfigure.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.leafid.remote.IdService;
import io.leafid.segment.store.SegmentStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/** An instance that refuses is asked once, and another one at once, whatever the library does for other calls of the application. */
class RefusedRequestsTest {

    private final AtomicInteger refused = new AtomicInteger();

    @Test
    @Timeout(60)
    void instanceThatRefusesForAnHourIsNotWaitedFor() throws IOException {
        HttpServer full = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        full.createContext("/", exchange -> {
            refused.incrementAndGet();
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().add("Retry-After", "3600");
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
        });
        full.start();
        String first = "http://localhost:" + full.getAddress().getPort();
        try (IdService service = new IdService(WebApplicationType.SERVLET);
                ConfigurableApplicationContext client = IdService.client(
                        first + "," + service.url(),
                        "leaf.segment.fail-fast=false",
                        "leaf.remote.back-off=10m", // it is not asked again on a slow machine
                        "spring.http.clients.imperative.factory=http-components")) {
            service.putRow("order", 1, 100);
            SegmentStore store = client.getBean(SegmentStore.class);

            assertThat(store.allocate("order", 10, 0).size()).isEqualTo(10);
            assertThat(store.allocate("order", 10, 0).size()).isEqualTo(10);

            assertThat(refused).hasValue(1);
        } finally {
            full.stop(0);
        }
    }
}
