package io.leafid.remote.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.remote.IdService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an id service answers, to the letter, on a servlet server; a subclass asks a reactive one the same. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SegmentControllerTest {

    private static final String JSON = "application/json";

    private final HttpClient client = HttpClient.newHttpClient();
    private IdService service;
    private String tag = "";
    private int test;

    WebApplicationType type() {
        return WebApplicationType.SERVLET;
    }

    @BeforeAll
    void start() {
        service = new IdService(type(), "leaf.web.segments.max-amount=1000", "leaf.web.base-path=/ids");
    }

    @AfterAll
    void stop() {
        service.close();
    }

    @BeforeEach
    void oneTag() {
        service.jdbc().update("DELETE FROM leaf_alloc");
        tag = "order-" + ++test;
        service.putRow(tag, 1, 2000);
    }

    /** Fills in the tag of this test: a service remembers what it has granted, and refuses a row that stands below. */
    private String named(String text) {
        return text.replace("order", tag);
    }

    private JsonNode json(String text) {
        return JsonMapper.shared().readTree(named(text));
    }

    private HttpResponse<String> send(String method, String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(service.url() + "/ids/api/segments" + named(path)))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException | InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private HttpResponse<String> post(String path, String body) {
        return send("POST", path, body, "Content-Type", JSON);
    }

    @Test
    void anAllocationIsOneAllocationInTheStore() {
        HttpResponse<String> response = post("/order", "{\"amount\":7,\"token\":\"t-1\"}");

        assertThat(JsonMapper.shared().readTree(response.body())).isEqualTo(json("""
                {"end": "8", "first": "1", "maxAmount": "2000", "step": 2000, "tag": "order", "token": "t-1"}
                """));
        assertThat(service.maxId(tag)).isEqualTo(8);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue(JSON);
        assertThat(response.headers().firstValue("Cache-Control")).hasValue("no-store");
    }

    @Test
    void numbersMayBeTextsAndATokenIsNotNeeded() {
        assertThat(JsonMapper.shared()
                        .readTree(post("/order", "{\"amount\":\"7\"}").body()))
                .isEqualTo(json("""
                {"end": "8", "first": "1", "maxAmount": "2000", "step": 2000, "tag": "order"}
                """));
    }

    @Test
    void amountIsBoundedByTheSettingAndByTheStepOfTheRow() {
        assertThat(post("/order", "{\"amount\":2000}").statusCode()).isEqualTo(200);
        service.putRow("small", 1, 10);

        HttpResponse<String> refused = post("/small", "{\"amount\":1001}");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body())
                .contains("amount must be from 1 to 1000, but is 1001", "urn:leaf:refused", "\"maxAmount\":\"1000\"");
        assertThat(service.maxId("small")).isEqualTo(1);
        assertThat(post("/small", "{\"amount\":5000,\"atLeast\":1}").body()).contains("\"end\":\"1001\"");
    }

    @Test
    void tagsAreListedAndFound() {
        service.putRow("a/b", 7, 10);

        assertThat(JsonMapper.shared().readTree(send("GET", "/order", "").body()))
                .isEqualTo(json("""
                {"maxAmount": "2000", "maxId": "1", "step": 2000, "tag": "order"}
                """));
        assertThat(send("GET", "?tag=a%2Fb", "").body()).contains("\"maxId\":\"7\"");
        JsonNode all = JsonMapper.shared().readTree(send("GET", "", "").body());
        assertThat(all.valueStream().map(row -> row.get("tag").asString())).containsExactlyInAnyOrder(tag, "a/b");
        service.jdbc().update("DELETE FROM leaf_alloc");
        assertThat(send("GET", "", "").body()).isEqualTo("[]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST | /nothing | {\"amount\":1} | application/json | 404 | urn:leaf:unknown-tag",
                "GET | /nothing | '' | application/json | 404 | urn:leaf:unknown-tag",
                "POST | '' | {\"amount\":1} | application/json | 404 | ''",
                "POST | /order | {\"amount\":0} | application/json | 400 | ''",
                "POST | /order | {\"amount\":-1} | application/json | 400 | ''",
                "POST | /order | {\"amount\":1.5} | application/json | 400 | ''",
                "POST | /order | {\"amount\":1,\"atLeast\":2} | application/json | 400 | ''",
                "POST | /order | {} | application/json | 400 | ''",
                "POST | /order | [] | application/json | 400 | ''",
                "POST | /order | {\"amount\":1} | text/plain | 415 | ''",
                "POST | /order | {\"amount\":1} | application/jsonx | 415 | ''",
                "POST | /order | {\"amount\":1} | application/json-seq | 415 | ''",
                "POST | /order | {\"amount\":0} | application/json; charset=utf-8 | 400 | ''",
                "POST | /order | {\"amount\":0} | Application/JSON;charset=utf-8 | 400 | ''",
                "PUT | /fresh | {\"step\":10,\"initialId\":1} | application/json | 403 | urn:leaf:refused",
                "DELETE | /order | '' | application/json | 400 | ''",
                "PATCH | /order | {} | application/json | 405 | ''",
                "HEAD | /order | '' | application/json | 405 | ''",
            })
    void refusalIsAProblemDetailAndMovesNoCounter(
            String method, String path, String body, String contentType, int status, String problem) {
        HttpResponse<String> response = send(method, path, body, "Content-Type", contentType);

        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        if (!problem.isEmpty()) {
            assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            assertThat(JsonMapper.shared().readTree(response.body()).get("type").asString())
                    .isEqualTo(problem);
        }
        assertThat(service.maxId(tag)).isEqualTo(1);
    }

    @Test
    void pageOfAnotherSiteTakesNothing() {
        HttpResponse<String> response =
                send("POST", "/order", "{\"amount\":1}", "Content-Type", JSON, "Sec-Fetch-Site", "cross-site");

        assertThat(response.statusCode()).isEqualTo(403);
        HttpResponse<String> leave = send("OPTIONS", "/order", "");
        assertThat(leave.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
        assertThat(service.maxId(tag)).isEqualTo(1);
    }

    @Test
    void storeThatFailsIsAProblemThatPasses() {
        service.jdbc().execute("ALTER TABLE leaf_alloc RENAME TO gone");
        try {
            HttpResponse<String> response = post("/order", "{\"amount\":1}");

            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(response.body())
                    .contains("the store of this service does not answer")
                    .doesNotContain("h2");
        } finally {
            service.jdbc().execute("ALTER TABLE gone RENAME TO leaf_alloc");
        }
    }

    @Test
    void rangeIsGivenBackOnceAndOnlyWithItsToken() {
        post("/order", "{\"amount\":10,\"token\":\"mine\"}");
        service.jdbc().update("UPDATE leaf_alloc SET update_time = TIMESTAMP '2001-01-01 00:00:00'");

        assertThat(send("DELETE", "/order?token=other&first=3&end=11", "").body())
                .contains("\"returned\":false");
        assertThat(send("DELETE", "/order?token=mine&first=3&end=11", "").body())
                .contains("\"returned\":true");
        assertThat(service.maxId(tag)).isEqualTo(3);
        assertThat(post("/order", "{\"amount\":8,\"token\":\"another\"}").body())
                .contains("\"end\":\"11\"");
        service.jdbc().update("UPDATE leaf_alloc SET update_time = TIMESTAMP '2001-01-01 00:00:00'");
        assertThat(send("DELETE", "/order?token=mine&first=3&end=11", "").body())
                .as("repeated by a proxy after another client was granted the same range")
                .contains("\"returned\":false");
        assertThat(service.maxId(tag)).isEqualTo(11);
    }
}
