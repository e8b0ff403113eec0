package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.SegmentUnavailableException;
import io.leafid.testing.RawHttp.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Whatever goes wrong, no answer tells what is private: the message of the database that is cut off contains an
 * address with a file path, a user and a password.
 */
class NothingPrivateTest {

    private static final Pattern UUID = Pattern.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    /** What no answer of any kind may contain. */
    private static final List<String> PRIVATE = List.of(
            "s3cret",
            "/var/lib",
            "java.sql",
            "java.lang",
            "org.springframework",
            "org.h2",
            "jakarta.",
            "io.leafid",
            "\tat ");

    /** What the API tells a client even less: how this server stores its ids and where it runs. */
    private static final List<String> INTERNAL = List.of(
            "jdbc",
            "refused",
            "Exception",
            "user=leaf",
            "leaf_alloc",
            "10.0.0.7",
            "localhost",
            "127.0.0.1",
            "SELECT",
            "UPDATE");

    private static final ServedApplication served = new ServedApplication(
            "management.endpoint.health.show-details=always",
            "management.health.db.enabled=false", // Boot shows its message as it is
            "management.health.diskspace.enabled=false",
            "leaf.segment.wait-timeout=200ms");

    @BeforeAll
    static void cutOffUnderWay() {
        served.tag("order", 1, 1_000);
        served.tag("dry", 1, 1_000);
        for (String tag : List.of("order", "payment")) {
            await().until(() -> served.get("/api/ids/" + tag).status() == 200);
        }
        await().ignoreException(SegmentUnavailableException.class)
                .until(() -> served.application.segment().sequence("dry").tag(), "dry"::equals);
        served.application.cutOffDatabase();
    }

    @AfterAll
    static void close() {
        served.close();
    }

    @Test
    void theApiTellsNeitherWhyNorWhere() throws IOException {
        List<String> hidden = hidden();
        for (String path : List.of(
                "/api/ids/dry",
                "/api/ids/dry?count=7",
                "/api/segment/get/dry",
                "/api/segment/get/unknown",
                "/api/ids/unknown",
                "/api/ids/%20",
                "/api/ids/%ff",
                "/api/ids/order?count=x",
                "/api/ids/..%2f..%2fetc",
                "/api/snowflake/decode/x",
                "/decodeSnowflakeId?snowflakeId=%zz",
                "/api/ids/order",
                "/api/ids/payment",
                "/leaf/no-such-part")) {
            Answer answer = served.get(path);

            assertThat(answer.status()).as(path).isIn(200, 400, 404, 503);
            assertThat(answer.whole()).as(path).doesNotContain(PRIVATE).doesNotContain(hidden);
            assertThat(answer.whole()).as(path).doesNotContain(INTERNAL);
        }
        assertThat(served.get("/api/ids/dry").status()).isEqualTo(503);
        assertThat(served.get("/api/segment/get/unknown").status()).isEqualTo(503);
    }

    @Test
    void theOperatorsViewsShowTheFailureWithoutItsSecrets() throws IOException {
        List<String> hidden = hidden();
        served.get("/api/ids/dry");

        assertThat(served.application.text("/actuator/health", served.application.status("/actuator/health")))
                .contains("refused");
        for (String path : List.of(
                "/leaf",
                "/leaf/state",
                "/actuator/leaf",
                "/actuator/leaf/dry",
                "/actuator/health",
                "/actuator/health/leaf",
                "/actuator/info",
                "/actuator/prometheus")) {
            Answer answer = served.get(path);

            assertThat(answer.whole()).as(path).doesNotContain(hidden);
            assertThat(leafsOwn(path, answer.body())).as(path).doesNotContain(PRIVATE);
        }
    }

    /** Metrics of Boot's name exceptions and classes; those of Leaf must not. */
    private static String leafsOwn(String path, String body) {
        return path.endsWith("prometheus")
                ? String.join(
                        "\n",
                        body.lines().filter(line -> line.contains("leaf_")).toList())
                : body;
    }

    /** The passwords, paths and tokens of this very run. */
    private static List<String> hidden() throws IOException {
        List<String> hidden =
                new ArrayList<>(List.of("s3cret", served.stateDirectory().toString()));
        try (Stream<Path> files = Files.walk(served.stateDirectory())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                hidden.addAll(UUID.matcher(Files.readString(file))
                        .results()
                        .map(MatchResult::group)
                        .toList());
            }
        }
        assertThat(hidden).as("the mark holds a token").hasSizeGreaterThan(2);
        return hidden;
    }
}
