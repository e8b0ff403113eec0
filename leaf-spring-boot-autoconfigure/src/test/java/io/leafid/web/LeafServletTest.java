package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.testing.RawHttp.Answer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every answer of the API and the page, whatever was asked. */
class LeafServletTest {

    private static final String TEXT = "text/plain;charset=UTF-8";
    private static final String JSON = "application/json";
    private static final String PROBLEM = "application/problem+json";

    private static final List<String> PATHS = List.of(
            "/api/segment/get/order",
            "/api/snowflake/get/payment",
            "/api/ids/order",
            "/api/ids/payment",
            "/api/ids/order?count=5",
            "/api/snowflake/decode/1",
            "/decodeSnowflakeId?snowflakeId=1",
            "/leaf",
            "/leaf/state");

    private static final ServedApplication served = new ServedApplication();

    @BeforeAll
    static void addTags() {
        served.tag("order", 1, 1_000_000);
    }

    @AfterAll
    static void close() {
        served.close();
    }

    @ParameterizedTest
    @CsvSource({
        "/api/segment/get/order, 200, " + TEXT,
        "/api/snowflake/get/payment, 200, " + TEXT,
        "/api/ids/order, 200, " + TEXT,
        "/api/ids/order?count=5, 200, " + JSON,
        "/api/snowflake/decode/1, 200, " + JSON,
        "/decodeSnowflakeId?snowflakeId=1, 200, " + JSON,
        "/leaf/state, 200, " + JSON,
        "/leaf, 200, text/html;charset=UTF-8",
        "/leaf/leaf.css, 200, text/css;charset=UTF-8",
        "/leaf/app.js, 200, text/javascript;charset=UTF-8",
        "/api/ids/unknown, 404, " + PROBLEM,
        "/api/ids/, 404, " + PROBLEM,
        "/api/ids, 404, " + PROBLEM,
        "/leaf/unknown, 404, " + PROBLEM,
        "/api/ids/%20order, 400, " + PROBLEM,
        "/api/ids/order?count=0, 400, " + PROBLEM,
        "/api/snowflake/decode/x, 400, " + PROBLEM,
        "/decodeSnowflakeId, 200, " + JSON,
    })
    void everyAnswerHasItsTypeAndLengthAndIsNeverCached(String path, int status, String contentType) {
        Answer answer = served.get(path);

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).isEqualTo(contentType);
        assertThat(answer.header("Content-Length"))
                .isEqualTo(Integer.toString(answer.body().getBytes(StandardCharsets.UTF_8).length));
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(answer.headers()).doesNotContainKeys("server", "x-powered-by", "set-cookie", "etag");
        assertThat(answer.header("Retry-After")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/leaf", "/leaf/leaf.css", "/leaf/app.js"})
    void thePageLoadsNothingFromElsewhereAndCannotBeFramed(String path) {
        Answer page = served.get(path);

        assertThat(page.header("Content-Security-Policy"))
                .isNotNull()
                .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe", "*", "http:", "https:");
        assertThat(page.header("Referrer-Policy")).isEqualTo("no-referrer");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/ids/%20order|400|Bad Request|tag must not begin or end with space: ' order'",
                "/api/ids/a%01b|400|Bad Request|tag must not contain control characters: 'a\\u005cu0001b'",
                "/api/ids/order?count=0|400|Bad Request|count must be a whole number from 1 to 10000, but is '0'",
                "/api/ids/order?count=10001|400|Bad Request|"
                        + "count must be a whole number from 1 to 10000, but is '10001'",
                "/api/ids/order?count=many|400|Bad Request|"
                        + "count must be a whole number from 1 to 10000, but is 'many'",
                "/api/ids/order?count=|400|Bad Request|count must be a whole number from 1 to 10000, but is ''",
                "/api/ids/order?count=%2B1|400|Bad Request|count must be a whole number from 1 to 10000, but is '+1'",
                "/api/ids/order?count=-1|400|Bad Request|count must be a whole number from 1 to 10000, but is '-1'",
                "/api/ids/order?count=%D9%A3|400|Bad Request|"
                        + "count must be a whole number from 1 to 10000, but is '\u0663'",
                "/api/ids/order?count=99999999999999999999999999999999999999999999999999999999999999999|400|Bad Request|"
                        + "count must be a whole number from 1 to 10000, but is '9999999999999999999999999999999999999999999999999999999999999999...'",
                "/api/snowflake/decode/%D9%A3|400|Bad Request|"
                        + "id must be a whole number from 0 to 9223372036854775807, but is '\u0663'",
                "/api/snowflake/decode/9223372036854775808|400|Bad Request|"
                        + "id must be a whole number from 0 to 9223372036854775807, but is '9223372036854775808'",
                "/leaf/state?sort=age|400|Bad Request|sort must be one of tag, state, rate and left",
                "/leaf/state?limit=0|400|Bad Request|limit must be a whole number from 1 to 10000, but is '0'",
                "/api/snowflake/decode/x|400|Bad Request|"
                        + "id must be a whole number from 0 to 9223372036854775807, but is 'x'",
                "/api/ids/unknown|404|Not Found|there is no tag 'unknown'",
                "/api/segment/get/unknown|404|Not Found|there is no tag 'unknown'",
                "/leaf/unknown|404|Not Found|the live page has no such part",
            })
    void everyRefusalIsAProblemDetail(String path, int status, String title, String detail) {
        Answer answer = served.get(path);

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).isEqualTo(PROBLEM);
        assertThat(answer.body()).isEqualTo("""
                {"type":"about:blank","title":"%s","status":%d,"detail":"%s"}""".formatted(title, status, detail));
    }

    @Test
    void aTagIsEscapedWhereItIsRepeated() {
        assertThat(served.get("/api/ids/%3Cscript%3Ealert(1)%3C/script%3E&%22").body())
                .contains("there is no tag '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e\\u0026\\u0022'");
    }

    @Test
    void whenNothingCanBeIssuedTheClientIsToldToComeBack() {
        try (ServedApplication dry = new ServedApplication("leaf.name=dry", "leaf.segment.wait-timeout=300ms")) {
            dry.tag("dry", 1, 1_000);
            dry.application.cutOffDatabase();
            for (String path : List.of("/api/ids/dry", "/api/segment/get/dry", "/api/ids/dry?count=5")) {
                Answer answer = dry.get(path);

                assertThat(answer.status()).isEqualTo(503);
                assertThat(answer.header("Content-Type")).isEqualTo(PROBLEM);
                assertThat(answer.header("Retry-After")).isEqualTo("1");
                assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
                assertThat(answer.body())
                        .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Service Unavailable\",\"status\":503,"
                                + "\"detail\":\"no id can be issued now\"}");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "get", "GETS"})
    void whateverIsNotGetIsRefusedAndUsesUpNoId(String method) {
        served.get("/api/ids/order");
        long next = served.status("order").reserve().next();
        long snowflakes = served.snowflake().status().issued();

        for (String path : PATHS) {
            Answer answer = served.send(method, path, "Content-Length: 0");

            boolean isPage = method.equals("HEAD") && path.startsWith("/leaf");
            assertThat(answer.status()).as(method + " " + path).isEqualTo(isPage ? 200 : 405);
            assertThat(answer.body()).doesNotContainPattern("\\d{7}");
        }

        assertThat(served.status("order").reserve().next()).isEqualTo(next);
        assertThat(served.snowflake().status().issued()).isEqualTo(snowflakes);
    }

    @Test
    void aRefusedMethodIsAProblemThatNamesTheAllowedOne() {
        Answer answer = served.send("POST", "/api/ids/order", "Content-Length: 0");

        assertThat(answer.header("Allow")).isEqualTo("GET");
        assertThat(answer.header("Content-Type")).isEqualTo(PROBLEM);
        assertThat(answer.body())
                .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Method Not Allowed\",\"status\":405,"
                        + "\"detail\":\"only GET is answered here\"}");
    }

    @Test
    void anAnswerToHeadHasNoBody() {
        Answer answer = served.send("HEAD", "/api/ids/order");

        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.body()).isEmpty();
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/leaf", "/leaf/leaf.css", "/leaf/app.js"})
    void thePageAndItsFilesAnswerHeadAsGetButForTheBody(String path) {
        Answer head = served.send("HEAD", path);
        Answer get = served.get(path);

        assertThat(head.status()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.header("Content-Length")).isEqualTo(get.header("Content-Length"));
        assertThat(head.header("Content-Type")).isEqualTo(get.header("Content-Type"));
        assertThat(served.send("POST", path, "Content-Length: 0").header("Allow"))
                .isEqualTo("GET, HEAD");
    }

    @Test
    void aPageOfAnotherSiteCannotUseUpIdsNorReadTheState() {
        served.get("/api/ids/order");
        long next = served.status("order").reserve().next();
        for (String path : PATHS) {
            Answer answer = served.send("GET", path, "Sec-Fetch-Site: cross-site");

            assertThat(answer.status()).as(path).isEqualTo(path.equals("/leaf") ? 200 : 403);
        }

        assertThat(served.send("GET", "/api/ids/order", "Sec-Fetch-Site: cross-site")
                        .body())
                .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Forbidden\",\"status\":403,"
                        + "\"detail\":\"a page of another site may not ask for this\"}");
        assertThat(served.status("order").reserve().next()).isEqualTo(next);
        for (String site : List.of("same-origin", "same-site", "none")) {
            assertThat(served.send("GET", "/api/ids/order", "Sec-Fetch-Site: " + site)
                            .status())
                    .isEqualTo(200);
        }
    }

    /** Over plain HTTP a browser does not say it in one word. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            403 | Origin: http://evil.test
            403 | Origin: null
            403 | Origin: http://localhost.evil.test
            403 | Origin: http://localhost@evil.test
            403 | Referer: http://evil.test/page?localhost
            403 | Referer: https://evil.test:8443
            403 | Referer: about:client
            403 | Referer: http://evil.test/http://localhost/
            403 | Accept: image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8
            403 | Accept: IMAGE/*
            403 | Accept: text/css,*/*;q=0.1
            403 | Accept: video/webm,video/ogg,video/*;q=0.9,*/*;q=0.5
            200 | Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8
            200 | Accept: */*
            200 | Accept: application/json
            200 | Origin: http://localhost:3000
            200 | Referer: http://LOCALHOST/shop?a=b#c
            200 | Referer: http://localhost:3000/shop
            """)
    void aPageOfAnotherSiteIsKnownByWhatTheBrowserSays(int status, String header) {
        served.get("/api/ids/order");
        long next = served.status("order").reserve().next();

        assertThat(served.send("GET", "/api/ids/order", header).status()).isEqualTo(status);
        assertThat(served.status("order").reserve().next()).isEqualTo(next + (status == 200 ? 1 : 0));
        assertThat(served.send("GET", "/leaf", header).status())
                .as("the page shows nothing to another site")
                .isEqualTo(200);
    }

    @Test
    void proxyMayHaveNotedTheHostThatThePageHas() {
        served.get("/api/ids/order");

        assertThat(served.send(
                                "GET",
                                "/api/ids/order",
                                "Referer: http://ids.test/a",
                                "X-Forwarded-Host: ids.test:80, x")
                        .status())
                .isEqualTo(200);
        assertThat(served.send("GET", "/api/ids/order", "Referer: http://evil.test/a", "X-Forwarded-Host: ids.test")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void aMethodCannotBeSmuggledInOrOut() {
        long next = served.status("order").reserve().next();

        Answer posted = served.send("POST", "/api/ids/order", "X-HTTP-Method-Override: GET", "Content-Length: 0");
        Answer asked = served.send("GET", "/api/ids/order?_method=DELETE");

        assertThat(posted.status()).isEqualTo(405);
        assertThat(asked.status()).isEqualTo(200);
        assertThat(served.status("order").reserve().next()).isEqualTo(next + 1);
        assertThat(Objects.requireNonNull(asked.header("Content-Type"))).isEqualTo(TEXT);
    }

    @Test
    void readingThePageUsesUpNoId() {
        served.get("/api/ids/order");
        long next = served.status("order").reserve().next();
        long snowflakes = served.snowflake().status().issued();

        for (int i = 0; i < 20; i++) {
            served.get("/leaf/state");
            served.get("/leaf");
        }

        assertThat(served.status("order").reserve().next()).isEqualTo(next);
        assertThat(served.snowflake().status().issued()).isEqualTo(snowflakes);
    }
}
