package io.leafid.autoconfigure.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerator;
import io.leafid.remote.IdService;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.store.SegmentStore;
import io.leafid.test.segment.InMemorySegmentStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.web.client.RestClient;

/** A client of an id service as it is configured by itself, and what an application can replace. */
@ExtendWith(OutputCaptureExtension.class)
class LeafRemoteAutoConfigurationTest {

    private static final AtomicInteger TAGS = new AtomicInteger();

    /** Requests that passed an interceptor of the application, by what it is for. */
    private static final List<String> SEEN = new CopyOnWriteArrayList<>();

    private static IdService service;

    /** Another one for each test, since the service remembers what it has sold. */
    private final String tag = "order-" + TAGS.incrementAndGet();

    @BeforeAll
    static void start() {
        service = new IdService(WebApplicationType.SERVLET, "leaf.web.base-path=/leaf-ids");
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void oneTag() {
        SEEN.clear();
        service.putRow(tag, 1, 1000);
    }

    private static ConfigurableApplicationContext client(Class<?>... sources) {
        return IdService.client(
                service.url() + "/leaf-ids#east",
                List.of(sources),
                "leaf.remote.zone=east",
                "leaf.segment.prefetch-at=0.9"); // its point is drawn, and a few ids shall not begin the next
        // allocation
    }

    private static ClientHttpRequestInterceptor interceptor(String name) {
        return (request, body, execution) -> {
            SEEN.add(name + " " + request.getMethod() + " " + request.getURI().getPath());
            return execution.execute(request, body);
        };
    }

    @Test
    void clientHasIdsFromMemoryAndNoDatabase(CapturedOutput output) {
        try (ConfigurableApplicationContext client = client()) {
            assertThat(client.getBeansOfType(DataSource.class)).isEmpty();
            IdGenerator ids = client.getBean(IdGenerator.class);

            assertThat(ids.nextIds(tag, 100)).startsWith(1).endsWith(100).isSorted();
            assertThat(client.getBean(SegmentIdGenerator.class).storeName()).isEqualTo("service");
            assertThat(output).contains("segment ids from id service http://localhost:" + service.port() + "/leaf-ids");
        }
    }

    @Test
    void whatIsLeftAtAStopIsGivenBack() {
        try (ConfigurableApplicationContext client = client()) {
            client.getBean(IdGenerator.class).nextIds(tag, 42);
            assertThat(service.maxId(tag)).isGreaterThan(43);
            service.jdbc().update("UPDATE leaf_alloc SET update_time = TIMESTAMP '2001-01-01 00:00:00'");
        }

        assertThat(service.maxId(tag)).isEqualTo(43);
    }

    /** Its port accepts connections, and nothing ever answers. */
    @Test
    void firstCallOfATagComesFromTheOtherInstanceInTimeWhileOneHangs() throws IOException {
        service.putRow("cold", 1, 1000);
        service.putRow("cool", 1, 1000);
        try (ServerSocket hung = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                ConfigurableApplicationContext client = IdService.client(
                        "http://localhost:%d#east,%s/leaf-ids#west".formatted(hung.getLocalPort(), service.url()),
                        List.of(),
                        "leaf.remote.zone=east",
                        "leaf.remote.back-off=1ms", // so that the one that hangs is asked first each time
                        "leaf.remote.read-timeout=7s",
                        "leaf.segment.wait-timeout=6s", // less than an instance has that no other one follows
                        "leaf.segment.fail-fast=false")) {
            IdGenerator ids = client.getBean(IdGenerator.class);

            assertThat(ids.nextId("cold")).isEqualTo(1);
            assertThat(ids.nextId("cool")).isEqualTo(1);
        }
    }

    @Test
    void customizersOfTheApplicationApply() {
        try (ConfigurableApplicationContext client = client(Customized.class)) {
            client.getBean(IdGenerator.class).nextId(tag);

            assertThat(SEEN).contains("all POST /leaf-ids/api/segments");
        }
    }

    @Test
    void builderThatIsMarkedForLeafWins() {
        try (ConfigurableApplicationContext client = client(Customized.class, Marked.class)) {
            client.getBean(IdGenerator.class).nextId(tag);

            assertThat(SEEN).contains("leaf POST /leaf-ids/api/segments").noneMatch(call -> call.startsWith("all"));
        }
    }

    /** One of Spring Cloud takes the host for the name of a service, and finds none. */
    @Test
    void builderOfTheApplicationThatIsNotMarkedIsNotTaken() {
        try (ConfigurableApplicationContext client = client(Customized.class, Balanced.class)) {
            client.getBean(IdGenerator.class).nextId(tag);

            assertThat(SEEN).contains("all POST /leaf-ids/api/segments").noneMatch(call -> call.startsWith("balanced"));
        }
    }

    @Test
    void storeOfTheApplicationWins() {
        try (ConfigurableApplicationContext client = client(OwnStore.class)) {
            assertThat(client.getBean(SegmentStore.class)).isInstanceOf(InMemorySegmentStore.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Customized {

        @Bean
        RestClientCustomizer customizer() {
            return builder -> builder.requestInterceptor(interceptor("all"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Marked {

        @Bean(defaultCandidate = false)
        @LeafRestClient
        RestClient.Builder builder() {
            return RestClient.builder().requestInterceptor(interceptor("leaf"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Balanced {

        @Bean
        RestClient.Builder balanced() {
            return RestClient.builder().requestInterceptor(interceptor("balanced"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnStore {

        @Bean
        InMemorySegmentStore store() {
            return new InMemorySegmentStore();
        }
    }
}
