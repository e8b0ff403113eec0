package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.SegmentUnavailableException;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.testing.OperatedApplication;
import io.leafid.testing.RawHttp.Answer;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import tools.jackson.databind.JsonNode;

/** What HTTP answers, on either kind of server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class HttpContract {

    private static final String TEXT = "text/plain;charset=UTF-8";
    private static final String JSON = "application/json";
    private static final String PROBLEM = "application/problem+json";

    /** One second after the epoch, worker 7, sequence 42. */
    private static final long ID = (1_000L << 22) | (7 << 12) | 42;

    private static final int PLACES = 40;

    private final ServedApplication served;

    HttpContract(WebApplicationType type) {
        served = new ServedApplication(
                type,
                beans -> {},
                "leaf.web.max-count=1000000",
                "leaf.web.max-waiting=" + PLACES,
                "leaf.segment.auto-create.enabled=true",
                "leaf.segment.load-timeout=120s",
                "leaf.tags.slow.max-rate=2",
                "leaf.tags.off.enabled=false",
                "spring.datasource.hikari.connection-init-sql=set lock_timeout 120000");
    }

    @BeforeAll
    void addTags() {
        served.tag("order", 1, 1_000_000);
        served.tag("grown", 9_007_199_254_740_993L, 10_000);
        served.tag("slow", 1, 1_000);
        served.tag("off", 1, 1_000);
        served.tag("full", Long.MAX_VALUE - 1_500, 1_000);
        for (String tag : List.of("com.example.order", "a b", "über", "a+b", "100%", "a/b", "..")) {
            served.tag(tag, 1, 1_000);
        }
        served.tag("stuck", 1, 1_000);
    }

    @AfterAll
    void close() {
        served.close();
    }

    private Answer get(String target, String... headers) {
        return served.send("GET", target, headers);
    }

    private SegmentTagStatus status(String tag) {
        return served.status(tag);
    }

    private static String type(Answer answer) {
        return Objects.requireNonNull(answer.header("Content-Type"))
                .replace(" ", "")
                .replace(JSON + ";charset=UTF-8", JSON);
    }

    @ParameterizedTest
    @CsvSource({
        "/api/segment/get/order, 200, " + TEXT,
        "/api/segment/get/order/, 200, " + TEXT,
        "/api/snowflake/get/payment, 200, " + TEXT,
        "/api/ids/order, 200, " + TEXT,
        "/api/ids?tag=order, 200, " + TEXT,
        "/api/ids/order?count=5, 200, " + JSON,
        "/api/snowflake/decode/1, 200, " + JSON,
        "/api/snowflake/at/2026-11-28T12:00:00Z, 200, " + JSON,
        "/decodeSnowflakeId?snowflakeId=1, 200, " + JSON,
        "/decodeSnowflakeId, 200, " + JSON,
        "/leaf/state?filter=ord&sort=left&limit=5, 200, " + JSON,
        "/leaf, 200, text/html;charset=UTF-8",
        "/leaf/leaf.css, 200, text/css;charset=UTF-8",
        "/leaf/app.js, 200, text/javascript;charset=UTF-8",
        "/api/ids/unknown, 404, " + PROBLEM,
        "/api/ids, 404, " + PROBLEM,
        "/api/ids?tag=, 400, " + PROBLEM,
        "/api/ids/off, 403, " + PROBLEM,
        "/leaf/unknown.js, 404, " + PROBLEM,
    })
    void everyAnswerHasItsTypeAndIsNeverCached(String path, int status, String contentType) {
        Answer answer = get(path);

        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(type(answer)).isEqualTo(contentType);
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(answer.header("Retry-After")).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/ids/%20order|400|tag must not begin or end with space: ' order'",
                "/api/ids/order?count=0|400|count must be a whole number from 1 to 1000000, but is '0'",
                "/api/ids/order?count=|400|count must be a whole number from 1 to 1000000, but is ''",
                "/api/ids/order?count=%2B1|400|count must be a whole number from 1 to 1000000, but is '+1'",
                "/api/ids/order?count=%D9%A3|400|count must be a whole number from 1 to 1000000, but is '\u0663'",
                "/api/snowflake/decode/9223372036854775808|400|"
                        + "id must be a whole number from 0 to 9223372036854775807, but is '9223372036854775808'",
                "/api/snowflake/at/today|400|instant must be written as 2026-11-28T12:00:00Z, but is 'today'",
                "/api/snowflake/at/1999-01-01T00:00:00Z|400|timestamp 1999-01-01T00:00:00Z is not between"
                        + " 2010-11-04T01:42:54.657Z and 2080-07-10T17:30:30.208Z",
                "/leaf/state?sort=age|400|sort must be one of tag, state, rate and left",
                "/leaf/state?limit=0|400|limit must be a whole number from 1 to 10000, but is '0'",
                "/api/ids/unknown|404|there is no tag 'unknown'",
                "/api/ids|404|the path ends where a tag should follow",
                "/api/segment/get/unknown|404|there is no tag 'unknown'",
                "/api/texts/order|404|the tag 'order' has no texts (leaf.tags.<tag>.text)",
                "/api/ids/off|403|the tag 'off' is switched off",
                "/api/ids/slow?count=3|400|3 ids of tag 'slow' at once are more than its rate allows in a second (2);"
                        + " ask for fewer",
            })
    void everyRefusalIsAProblemDetail(String path, int status, String detail) {
        JsonNode problem = OperatedApplication.parse(get(path).body());

        assertThat(problem.get("status").asInt()).isEqualTo(status);
        assertThat(problem.get("detail").asString()).isEqualTo(detail);
        assertThat(problem.get("title").asString()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/com.example.order",
                "/a%20b",
                "/%C3%BCber",
                "/a+b",
                "/100%25",
                "?tag=a%2Fb",
                "?tag=..",
                "/com.example.order;x=1",
            })
    void anyLegalTagCanBeAskedFor(String tag) {
        assertThat(get("/api/segment/get" + tag).body()).matches("\\d+");
        assertThat(get("/api/ids" + tag).body()).matches("\\d+");
    }

    @Test
    void thePathDecidesWhichTagIsMeant() {
        long before = Long.parseLong(get("/api/ids/order").body());

        assertThat(Long.parseLong(get("/api/ids/order?tag=grown").body())).isEqualTo(before + 1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json, application/*+json|application/json", // getForObject(url, Long.class)
                "text/plain, application/json, application/*+json, */*|text/plain;charset=UTF-8", // String.class
                "application/json;q=0.5, text/plain|text/plain;charset=UTF-8",
                "text/plain;q=0.1, application/json;q=0.2|application/json",
                "*/*|text/plain;charset=UTF-8",
            })
    void typeOfTheOriginalsPathsFollowsAcceptWithTheSameBody(String accept, String type) {
        for (String path : List.of("/api/segment/get/order", "/api/snowflake/get/payment")) {
            Answer answer = get(path, "Accept: " + accept);

            assertThat(type(answer)).isEqualTo(type);
            assertThat(answer.body()).matches("[1-9][0-9]*");
        }
    }

    @Test
    void eachTagIsServedByItsEngine() {
        assertThat(Long.parseLong(get("/api/ids/order").body())).isLessThan(10_000_000);
        long id = Long.parseLong(get("/api/ids/payment").body());
        assertThat(served.snowflake().decode(id).workerId()).isEqualTo(7);
        assertThat(served.snowflake()
                        .decode(Long.parseLong(
                                get("/api/snowflake/get/never-heard-of").body()))
                        .workerId())
                .isEqualTo(7);
    }

    @Test
    void aBatchIsAnArrayOfTextsSoThatNoDigitIsLostAbove53Bits() {
        assertThat(get("/api/ids/grown?count=2").body()).matches("\\[\"90071992547\\d{5}\",\"90071992547\\d{5}\"]");
        assertThat(OperatedApplication.parse(
                                get("/api/ids/payment?count=123456").body())
                        .valueStream()
                        .map(JsonNode::asString)
                        .map(Long::valueOf))
                .hasSize(123_456)
                .doesNotHaveDuplicates()
                .isSorted();
    }

    @Test
    void aBatchIsAllOrAnError() {
        Answer answer = get("/api/ids/full?count=500000");

        assertThat(answer.status()).as(answer.body()).isEqualTo(503);
        assertThat(answer.header("Retry-After")).isEqualTo("3600");
    }

    @Test
    void idsAreTakenApart() {
        assertThat(OperatedApplication.parse(get("/api/snowflake/decode/" + ID).body()))
                .isEqualTo(OperatedApplication.parse("""
                        {"id": "4194332714", "timestamp": "2010-11-04T01:42:55.657Z", "workerId": 7, "sequence": "42"}
                        """));
        LocalDateTime local = LocalDateTime.parse("2010-11-04T01:42:55.657")
                .atZone(ZoneId.of("UTC"))
                .withZoneSameInstant(ZoneId.systemDefault())
                .toLocalDateTime();
        assertThat(OperatedApplication.parse(
                        get("/decodeSnowflakeId?snowflakeId=" + ID).body()))
                .as("as the original does")
                .isEqualTo(
                        OperatedApplication.parse("""
                        {"timestamp": "1288834975657(%s)", "workerId": "7", "sequenceId": "42"}
                        """.formatted(local.toString().replace('T', ' '))));
        assertThat(get("/decodeSnowflakeId?snowflakeId=x").body()).contains("errorMsg", "snowflakeId");
    }

    @Test
    void idsOfAnInstantAreTold() {
        JsonNode span = OperatedApplication.parse(
                get("/api/snowflake/at/2010-11-04T01:42:55.657Z").body());

        assertThat(span.get("first").asLong()).isEqualTo(1_000L << 22);
        assertThat(span.get("last").asLong()).isEqualTo((1_001L << 22) - 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HEAD", "POST", "PUT", "DELETE", "PATCH"})
    void whateverIsNotGetIsRefusedAndUsesUpNoId(String method) {
        get("/api/ids/order");
        long next = status("order").reserve().next();
        for (String path : List.of("/api/ids/order", "/api/segment/get/order", "/api/ids?tag=order")) {
            Answer answer = served.send(method, path, "Content-Length: 0");

            assertThat(answer.status()).as(path).isEqualTo(405);
            if (method.equals("HEAD")) {
                assertThat(answer.header("Allow")).isEqualTo("GET");
            }
        }
        assertThat(status("order").reserve().next()).isEqualTo(next);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/leaf", "/leaf/app.js"})
    void thePageAnswersHeadLoadsNothingFromElsewhereAndCannotBeFramed(String path) {
        Answer page = served.send("HEAD", path);

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).isEmpty();
        assertThat(page.header("Content-Security-Policy"))
                .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe", "*", "http:", "https:");
        assertThat(page.header("Referrer-Policy")).isEqualTo("no-referrer");
    }

    @Test
    void aPageOfAnotherSiteUsesUpNoIdAndReadsNoState() {
        get("/api/ids/order");
        long next = status("order").reserve().next();
        for (String path :
                List.of("/api/ids/order", "/api/segment/get/order", "/api/snowflake/decode/1", "/leaf/state")) {
            Answer answer = get(path, "Sec-Fetch-Site: cross-site");

            assertThat(answer.status()).as(path).isEqualTo(403);
            assertThat(answer.body()).contains("a page of another site may not ask for this");
        }
        assertThat(get("/leaf", "Sec-Fetch-Site: cross-site").status()).isEqualTo(200);
        assertThat(status("order").reserve().next()).isEqualTo(next);
    }

    @Test
    void aRequestCreatesNoTag() {
        assertThat(get("/api/ids/stranger").status()).isEqualTo(404);
        assertThat(get("/api/ids/stranger?count=5").status()).isEqualTo(404);

        assertThat(served.application.segment().nextId("stranger"))
                .as("the application's own call, at once")
                .isEqualTo(1);
        assertThat(get("/api/ids/stranger").body()).isEqualTo("2");
    }

    @Test
    void aRateThatIsUsedUpIs429WithATime() {
        Answer refused = await().until(() -> get("/api/ids/slow?count=2"), answer -> answer.status() == 429);

        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(refused.body()).contains("the rate of tag 'slow' is used up");
    }

    /** More wait than an event loop has threads. */
    @Test
    void whoWaitsForATagKeepsNoOtherWaitingAndWhoFindsNoPlaceIsRefusedAtOnce() {
        get("/api/ids/order");
        await().ignoreException(SegmentUnavailableException.class)
                .until(() -> served.application.segment().sequence("stuck").tag(), "stuck"::equals);
        ExecutorService clients = Executors.newCachedThreadPool();
        List<CompletableFuture<Answer>> waiting;
        try (ServedApplication.RowLock lock = served.lock("stuck")) {
            waiting = IntStream.range(0, PLACES / 2)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> get("/api/ids/stuck"), clients))
                    .toList();
            await().until(() -> status("stuck").waits().waiting() == PLACES / 2);

            Answer refused = get("/api/segment/get/stuck");
            assertThat(refused.status()).as("%s", lock).isEqualTo(503);
            assertThat(refused.header("Retry-After")).isEqualTo("1");
            assertThat(refused.body()).contains("too many requests wait for ids already");
            for (String path : List.of("/api/ids/order", "/api/ids/payment", "/api/ids/grown", "/actuator/health")) {
                assertThat(get(path).status()).as(path).isEqualTo(200);
            }
            assertThat(waiting).noneMatch(CompletableFuture::isDone);
        } finally {
            clients.shutdown();
        }
        assertThat(waiting).allSatisfy(each -> assertThat(each.join().status()).isEqualTo(200));
    }

    @Test
    void requestsAreObservedWithTheirPattern() {
        get("/api/ids/order");

        await().untilAsserted(() -> assertThat(served.application
                        .bean(MeterRegistry.class)
                        .get("http.server.requests")
                        .tag("uri", "/api/ids/{tag}")
                        .tag("status", "200")
                        .timer()
                        .count())
                .isPositive());
    }
}
