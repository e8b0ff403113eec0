package io.leafid.autoconfigure.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.leafid.remote.IdService;
import io.leafid.segment.store.SegmentStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** A client stays with the instance that it has asked: what redirects it elsewhere gets neither a request nor credentials. */
class RedirectsIT {

    /** What the other host was asked: method, path and credentials. */
    private final List<String> seen = new CopyOnWriteArrayList<>();

    private HttpServer service;
    private HttpServer foreign;

    @BeforeEach
    void start() {
        foreign = server();
        foreign.createContext("/", exchange -> {
            seen.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            answer(exchange, 200);
        });
        service = server();
        for (int status : new int[] {301, 302, 303, 307, 308}) {
            service.createContext("/" + status, exchange -> {
                exchange.getResponseHeaders().add("Location", "http://127.0.0.1:%d/elsewhere".formatted(port(foreign)));
                answer(exchange, status);
            });
        }
    }

    @AfterEach
    void stop() {
        service.stop(0);
        foreign.stop(0);
    }

    private static HttpServer server() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.start();
            return server;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static void answer(HttpExchange exchange, int status) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    private static int port(HttpServer server) {
        return server.getAddress().getPort();
    }

    private void assertRedirectsAreNotFollowed(Class<?> access, String... properties) {
        for (int status : new int[] {301, 302, 303, 307, 308}) {
            List<String> all = new ArrayList<>(List.of(properties));
            all.add("leaf.segment.fail-fast=false");
            all.add("leaf.segment.load-timeout=1s");
            String url = "http://localhost:%d/%d".formatted(port(service), status);
            try (ConfigurableApplicationContext client =
                    IdService.client(url, List.of(access), all.toArray(String[]::new))) {
                SegmentStore store = client.getBean(SegmentStore.class);
                assertThatThrownBy(() -> store.allocate("order", 10, 0))
                        .hasMessageEndingWith(
                                "HTTP status %d: it redirects to 'http://127.0.0.1:%d/elsewhere', and redirects are not followed",
                                status, port(foreign));
                assertThatThrownBy(() -> store.find("order")).hasMessageContaining("redirects are not followed");
                assertThatThrownBy(store::findAll).hasMessageContaining("redirects are not followed");
            }
        }
        assertThat(seen).isEmpty();
    }

    @Test
    void areNotFollowedWhateverTheApplicationsCallsDo() {
        assertRedirectsAreNotFollowed(
                Customized.class,
                "spring.http.clients.imperative.factory=http-components",
                "spring.http.clients.redirects=follow");
    }

    @Test
    void areNotFollowedByABuilderOfLeafsOwn() {
        assertRedirectsAreNotFollowed(Marked.class);
    }

    /** Credentials for all calls of the application. */
    @Configuration(proxyBeanMethods = false)
    static class Customized {

        @Bean
        RestClientCustomizer credentials() {
            return builder -> builder.defaultHeaders(headers -> headers.setBasicAuth("orders", "let-me-in"));
        }
    }

    /** Credentials for Leaf alone, on connections that would follow. */
    @Configuration(proxyBeanMethods = false)
    static class Marked {

        @Bean(defaultCandidate = false)
        @LeafRestClient
        RestClient.Builder idService() {
            HttpClient following = HttpClient.newBuilder()
                    .followRedirects(HttpClient.Redirect.ALWAYS)
                    .build();
            return RestClient.builder()
                    .requestFactory(new JdkClientHttpRequestFactory(following))
                    .defaultHeaders(headers -> headers.setBasicAuth("orders", "let-me-in"));
        }
    }
}
