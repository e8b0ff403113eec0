package io.leafid.autoconfigure.remote;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerator;
import io.leafid.remote.IdService;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.web.client.RestClient;

class ClosingClientTest {

    /** Holds allocations back at the service. */
    static final class HoldingBack extends HttpFilter {

        private static final long serialVersionUID = 1L;

        private final transient CountDownLatch arrived = new CountDownLatch(1);
        private final transient CountDownLatch answering = new CountDownLatch(1);

        @Override
        protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            if (request.getMethod().equals("POST")) {
                arrived.countDown();
                await(answering);
            }
            chain.doFilter(request, response);
        }

        private static void await(CountDownLatch latch) {
            try {
                assertThat(latch.await(60, SECONDS)).isTrue();
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Counts the replies that come, and the requests that fail. */
    static final class Counting implements RestClientCustomizer, ClientHttpRequestInterceptor {

        private final AtomicInteger replies = new AtomicInteger();
        private final AtomicInteger failures = new AtomicInteger();

        @Override
        public void customize(RestClient.Builder builder) {
            builder.requestInterceptor(this);
        }

        @Override
        public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
                throws IOException {
            failures.incrementAndGet();
            ClientHttpResponse response = execution.execute(request, body);
            failures.decrementAndGet();
            replies.incrementAndGet();
            return response;
        }
    }

    /** Reactor's connections end in phase 0 of a stop, and the generator in a much lower one. */
    @Test
    void replyThatComesWhileTheClientClosesIsRead() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (IdService service = new IdService(WebApplicationType.SERVLET, List.of(HoldingBack.class));
                ConfigurableApplicationContext client = IdService.client(
                        service.url(), List.of(Counting.class), "spring.http.clients.imperative.factory=reactor")) {
            service.putRow("order", 1, 100);
            HoldingBack slow = service.bean(HoldingBack.class);
            ReactorResourceFactory connections = client.getBean(ReactorResourceFactory.class);
            Counting counting = client.getBean(Counting.class);
            IdGenerator ids = client.getBean(IdGenerator.class);

            Future<?> unused = threads.submit(() -> ids.nextId("order"));
            HoldingBack.await(slow.arrived);
            Future<?> closing = threads.submit(client::close);
            awaitEndOf(connections);
            slow.answering.countDown();

            closing.get(40, SECONDS); // below the minute that a reply may take
            assertThat(counting.failures).hasValue(0);
            assertThat(counting.replies).hasPositiveValue();
        } finally {
            threads.shutdownNow();
        }
    }

    /** Makes the connections of Apache's client, and keeps them. */
    static final class Keeping
            implements ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> {

        private final List<ClientHttpRequestFactory> made = new ArrayList<>();

        @Override
        public HttpComponentsClientHttpRequestFactoryBuilder customize(
                HttpComponentsClientHttpRequestFactoryBuilder builder) {
            return builder.withCustomizer(made::add);
        }
    }

    @Test
    void connectionsThatLeafHasMadeEndWithTheClient() {
        try (IdService service = new IdService(WebApplicationType.SERVLET)) {
            service.putRow("order", 1, 100);
            Keeping keeping;
            try (ConfigurableApplicationContext client = IdService.client(service.url(), List.of(Keeping.class))) {
                client.getBean(IdGenerator.class).nextId("order");
                keeping = client.getBean(Keeping.class);
            }

            URI all = URI.create(service.url() + "/api/segments");
            assertThat(keeping.made)
                    .filteredOn(each -> isShutDown(each, all))
                    .as("for patient and for prompt requests; Boot's builder has made some that Leaf does not use")
                    .hasSize(2);
        }
    }

    private static boolean isShutDown(ClientHttpRequestFactory connections, URI all) {
        try (ClientHttpResponse reply =
                connections.createRequest(all, HttpMethod.GET).execute()) {
            assertThat(reply.getStatusCode().value()).isEqualTo(200);
            return false;
        } catch (IOException | IllegalStateException ex) {
            assertThat(ex).hasMessage("Connection pool shut down");
            return true;
        }
    }

    /** The connections of the application, which it may use elsewhere too. */
    static final class Shared implements ClientHttpRequestFactoryBuilder<ClientHttpRequestFactory> {

        private final HttpComponentsClientHttpRequestFactory one = new HttpComponentsClientHttpRequestFactory();

        @Override
        public ClientHttpRequestFactory build(@Nullable HttpClientSettings settings) {
            return one;
        }
    }

    @Test
    void connectionsOfTheApplicationAreLeftOpen() throws Exception {
        try (IdService service = new IdService(WebApplicationType.SERVLET)) {
            service.putRow("order", 1, 100);
            Shared shared;
            try (ConfigurableApplicationContext client = IdService.client(service.url(), List.of(Shared.class))) {
                client.getBean(IdGenerator.class).nextId("order");
                shared = client.getBean(Shared.class);
            }

            URI all = URI.create(service.url() + "/api/segments");
            try (ClientHttpResponse reply =
                    shared.one.createRequest(all, HttpMethod.GET).execute()) {
                assertThat(reply.getStatusCode().value()).isEqualTo(200);
            }
            shared.one.destroy();
        }
    }

    /** As long as they take to end if they do not wait. */
    private static void awaitEndOf(ReactorResourceFactory connections) {
        try {
            Awaitility.await().atMost(1, SECONDS).until(() -> !connections.isRunning());
        } catch (ConditionTimeoutException ex) {
            assertThat(connections.isRunning()).isTrue();
        }
    }
}
