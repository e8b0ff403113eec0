package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.leafid.segment.SegmentIdGenerator;
import io.leafid.testing.OperatedApplication;
import io.leafid.testing.RawHttp;
import io.leafid.testing.RawHttp.Answer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;

/** A reactive application, on Netty, serves what a servlet application serves, and its event loop waits for no id. */
class ReactiveApplicationTest {

    private static final String TEXT = "text/plain;charset=UTF-8";
    private static final String JSON = "application/json";
    private static final String PROBLEM = "application/problem+json";

    /** More than an event loop has threads, so that waiting on it would stop the server. */
    private static final int WAITING = 40;

    @TempDir
    private static Path directory;

    private static ConfigurableApplicationContext context;

    private final HttpClient client = HttpClient.newHttpClient();

    /** What an application writes. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @BeforeAll
    static void start() {
        context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.REACTIVE)
                .properties(
                        "server.port=0",
                        "spring.main.banner-mode=off",
                        "spring.application.name=orders",
                        "spring.datasource.generate-unique-name=true",
                        "spring.datasource.hikari.connection-init-sql=set lock_timeout 120000",
                        "spring.flyway.enabled=false",
                        "spring.liquibase.enabled=false",
                        "management.endpoints.web.exposure.include=*",
                        "leaf.segment.enabled=true",
                        "leaf.segment.preload-recent=false",
                        "leaf.segment.wait-timeout=30s",
                        "leaf.segment.load-timeout=60s",
                        "leaf.snowflake.enabled=true",
                        "leaf.snowflake.mode=local",
                        "leaf.snowflake.local.worker-id=7",
                        "leaf.snowflake.host=10.0.0.7",
                        "leaf.snowflake.port=8080",
                        "leaf.snowflake.state-directory=" + directory,
                        "leaf.tags.payment.mode=snowflake",
                        "leaf.web.max-count=1000000",
                        "leaf.web.enabled=true")
                .run();
        for (String tag : List.of("order", "a/b", "stuck")) {
            context.getBean(JdbcTemplate.class)
                    .update("insert into leaf_alloc (biz_tag, max_id, step) values (?, 1, 1000000)", tag);
        }
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    private static int port() {
        return Integer.parseInt(Objects.requireNonNull(context.getEnvironment().getProperty("local.server.port")));
    }

    private static Answer get(String target) {
        return RawHttp.get(port(), target);
    }

    @ParameterizedTest
    @CsvSource({
        "/api/segment/get/order, 200, " + TEXT,
        "/api/snowflake/get/payment, 200, " + TEXT,
        "/api/ids/order, 200, " + TEXT,
        "/api/ids/a%2Fb, 200, " + TEXT,
        "/api/ids/a/b, 200, " + TEXT,
        "/api/ids?tag=a%2Fb, 200, " + TEXT,
        "/api/ids/order?count=5, 200, " + JSON,
        "/api/snowflake/decode/1, 200, " + JSON,
        "/decodeSnowflakeId?snowflakeId=1, 200, " + JSON,
        "/leaf/state, 200, " + JSON,
        "/leaf/state?filter=ord&sort=left&limit=5, 200, " + JSON,
        "/leaf, 200, text/html;charset=UTF-8",
        "/leaf/app.js, 200, text/javascript;charset=UTF-8",
        "/api/ids/unknown, 404, " + PROBLEM,
        "/api/ids/, 404, " + PROBLEM,
        "/api/ids, 404, " + PROBLEM,
        "/api/ids//order, 400, " + PROBLEM,
        "/api/ids/%20order, 400, " + PROBLEM,
        "/api/ids/order?count=0, 400, " + PROBLEM,
        "/api/ids/order?count=%D9%A3, 400, " + PROBLEM,
        "/api/snowflake/decode/x, 400, " + PROBLEM,
    })
    void everyPathIsAnsweredAsOnAServletServer(String path, int status, String contentType) {
        Answer answer = get(path);

        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(Objects.requireNonNull(answer.header("Content-Type")).replace(" ", ""))
                .isEqualTo(contentType);
        assertThat(answer.header("Content-Length")).isNotNull();
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
    }

    @Test
    void whatIsNotLeafsIsLeftToTheApplication() {
        assertThat(get("/api/idsandmore").header("X-Content-Type-Options")).isNull();
        assertThat(get("/decodeSnowflakeId/x").status()).isEqualTo(404);
    }

    @Test
    void methodsAndOtherSitesAreRefused() {
        assertThat(RawHttp.send(port(), "POST", "/api/ids/order", "Content-Length: 0")
                        .status())
                .isEqualTo(405);
        assertThat(RawHttp.send(port(), "HEAD", "/api/ids/order").status()).isEqualTo(405);
        assertThat(RawHttp.send(port(), "HEAD", "/leaf").status()).isEqualTo(200);
        assertThat(RawHttp.send(port(), "GET", "/api/ids/order", "Sec-Fetch-Site: cross-site")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void aLargeBatchIsOneArrayInOrder() throws Exception {
        URI uri = URI.create("http://localhost:" + port() + "/api/ids/payment?count=123456");
        String body = client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .body();

        assertThat(OperatedApplication.parse(body)
                        .valueStream()
                        .map(JsonNode::asString)
                        .map(Long::valueOf))
                .hasSize(123_456)
                .doesNotHaveDuplicates()
                .isSorted();
    }

    @Test
    void anAnswerWhoseIdsEndWithinItIsCutOff() throws IOException, InterruptedException {
        context.getBean(JdbcTemplate.class)
                .update(
                        "insert into leaf_alloc (biz_tag, max_id, step) values ('gone', ?, 15000)",
                        Long.MAX_VALUE - 16_000);
        URI uri = URI.create("http://localhost:" + port() + "/api/ids/gone?count=500000");

        assertThatIOException()
                .isThrownBy(() -> client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()));
    }

    @Test
    void requestsThatWaitForATagKeepNoOtherRequestWaiting() throws SQLException {
        get("/api/ids/order");
        context.getBean(SegmentIdGenerator.class).sequence("stuck");
        List<CompletableFuture<Answer>> waiting;
        try (Connection lock = context.getBean(DataSource.class).getConnection();
                Statement statement = lock.createStatement()) {
            lock.setAutoCommit(false);
            statement.executeUpdate("update leaf_alloc set description = 'locked' where biz_tag = 'stuck'");
            waiting = IntStream.range(0, WAITING)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> get("/api/ids/stuck"), action -> new Thread(action).start()))
                    .toList();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> context.getBean(SegmentIdGenerator.class)
                                    .status("stuck")
                                    .orElseThrow()
                                    .waits()
                                    .waiting()
                            == WAITING);

            assertThat(get("/api/ids/order").status()).isEqualTo(200);
            assertThat(get("/api/ids/payment").status()).isEqualTo(200);
            assertThat(get("/actuator/health").status()).isEqualTo(200);
            assertThat(waiting).noneMatch(CompletableFuture::isDone);
            lock.rollback();
        }
        assertThat(waiting).allSatisfy(each -> assertThat(each.join().status()).isEqualTo(200));
    }
}
