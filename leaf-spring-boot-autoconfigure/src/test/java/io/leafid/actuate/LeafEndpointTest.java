package io.leafid.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.TagLimit;
import io.leafid.TagLimits;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.testing.OperatedApplication;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The endpoint as an operator's client meets it, over HTTP, with the default settings of Boot. */
class LeafEndpointTest {

    private static final OperatedApplication application =
            new OperatedApplication("leaf.segment.enabled=true", "leaf.segment.prefetch-at=0.5");

    @BeforeAll
    static void useSomeTags() {
        application.sql("insert into leaf_alloc (biz_tag, max_id, step) values ('order', 2001, 2000), ('idle', 1, 10),"
                + " ('a/b.c', 1, 10), ('über', 9007199254740993, 100)");
        application.segment().nextIds("order", 56);
        application.segment().nextId("über");
        application.segment().sequence("idle");
        application.segment().sequence("a/b.c");
        for (String tag : List.of("order", "über")) { // noted after the caller was served
            Awaitility.await().until(() -> status(tag).allocations().last() != null);
        }
    }

    @AfterAll
    static void close() {
        application.close();
    }

    @Test
    void showsAllTagsSortedWithIdsAsTexts() {
        JsonNode shown = application.json("/actuator/leaf", 200);

        assertThat(withoutTimes(shown)).isEqualTo(OperatedApplication.parse("""
                {
                  "name": "orders",
                  "defaultMode": "segment",
                  "segment": {
                    "store": "UP",
                    "storeType": "jdbc",
                    "tags": {
                      "a/b.c": {
                        "order": "NODE", "state": "IDLE", "step": 10, "configuredStep": 10, "upcoming": [],
                        "reservedUnused": "0", "issued": "0", "waiting": 0, "failuresInARow": 0
                      },
                      "idle": {
                        "order": "NODE", "state": "IDLE", "step": 10, "configuredStep": 10, "upcoming": [],
                        "reservedUnused": "0", "issued": "0", "waiting": 0, "failuresInARow": 0
                      },
                      "order": {
                        "order": "NODE", "state": "READY", "step": 2000, "configuredStep": 2000,
                        "current": { "first": "2001", "end": "4001", "next": "2057", "remaining": "1944" },
                        "upcoming": [],
                        "reservedUnused": "1944", "issued": "56", "waiting": 0,
                        "lastLoad": { "outcome": "SUCCESS" }, "failuresInARow": 0
                      },
                      "über": {
                        "order": "NODE", "state": "READY", "step": 100, "configuredStep": 100,
                        "current": {
                          "first": "9007199254740993", "end": "9007199254741093",
                          "next": "9007199254740994", "remaining": "99"
                        },
                        "upcoming": [],
                        "reservedUnused": "99", "issued": "1", "waiting": 0,
                        "lastLoad": { "outcome": "SUCCESS" }, "failuresInARow": 0
                      }
                    },
                    "known": 4, "matching": 4, "notShown": 0, "states": { "READY": 2, "IDLE": 2 }
                  }
                }
                """));
        assertThat(shown.at("/segment/tags").propertyNames()).containsExactly("a/b.c", "idle", "order", "über");
    }

    @Test
    void showsTheTagsThatAreAskedForAndSaysHowManyAreLeftOut() {
        JsonNode worst = application.json("/actuator/leaf?limit=1", 200).get("segment");
        assertThat(worst.get("tags"))
                .hasSize(1)
                .allMatch(tag -> tag.get("state").asString().equals("READY"));
        assertThat(worst.get("notShown").asInt()).isEqualTo(worst.get("known").asInt() - 1);

        JsonNode named =
                application.json("/actuator/leaf?filter=%C3%9Cb&sort=tag", 200).get("segment");
        assertThat(named.get("tags").propertyNames()).containsExactly("über");
        assertThat(named.get("matching").asInt()).isEqualTo(1);
        assertThat(named.get("notShown").asInt()).isZero();
        assertThat(named.get("states")).isEqualTo(OperatedApplication.parse("{\"READY\": 1}"));
    }

    @Test
    void aQueryThatMeansNothingIsABadRequest() {
        assertThat(application.status("/actuator/leaf?sort=age")).isEqualTo(400);
        assertThat(application.status("/actuator/leaf?limit=0")).isEqualTo(400);
        assertThat(application.status("/actuator/leaf?limit=10001")).isEqualTo(400);
        assertThat(application.status("/actuator/leaf?limit=many")).isEqualTo(400);
    }

    /** Takes out what depends on the clock, after a look at whether it can be true. */
    private static JsonNode withoutTimes(JsonNode shown) {
        for (JsonNode tag : shown.at("/segment/tags")) {
            assertThat(((ObjectNode) tag).remove("idsPerSecond").asDouble()).isBetween(0.0, 1_000.0);
            if (tag.get("lastLoad") instanceof ObjectNode load) {
                assertThat(Instant.parse(load.remove("at").asString()))
                        .isBetween(Instant.now().minusSeconds(3_600), Instant.now());
                assertThat(Duration.parse(load.remove("took").asString()))
                        .isBetween(Duration.ofNanos(1), Duration.ofMinutes(5));
            }
        }
        return shown;
    }

    @Test
    void showsTheEnginesOwnNumbersAfterASegmentWasBoughtAhead() {
        application.sql("insert into leaf_alloc (biz_tag, max_id, step) values ('ahead', 1, 100)");
        application.segment().nextIds("ahead", 80);
        Awaitility.await().until(() -> !status("ahead").reserve().upcoming().isEmpty());

        JsonNode tag = application.json("/actuator/leaf/ahead", 200);

        assertThat(tag.get("upcoming"))
                .isEqualTo(OperatedApplication.parse("[{\"first\": \"101\", \"end\": \"201\"}]"));
        assertThat(tag.get("reservedUnused").asString())
                .isEqualTo(Long.toString(status("ahead").reserve().unused()))
                .isEqualTo("120");
    }

    @Test
    void limitOfATagIsShownWhileThereIsOne() {
        TagLimits limits = application.bean(TagLimits.class);
        limits.set("idle", new TagLimit(false, 250L));
        try {
            JsonNode tag = application.json("/actuator/leaf/idle", 200);
            assertThat(tag.get("enabled").asBoolean()).isFalse();
            assertThat(tag.get("maxRate").asLong()).isEqualTo(250);
            assertThat(application
                            .json("/actuator/leaf", 200)
                            .at("/segment/tags/idle/maxRate")
                            .asLong())
                    .isEqualTo(250);
        } finally {
            limits.set("idle", TagLimit.NONE);
        }

        JsonNode tag = application.json("/actuator/leaf/idle", 200);
        assertThat(tag.has("enabled") || tag.has("maxRate")).isFalse();
    }

    private static SegmentTagStatus status(String tag) {
        return application.segment().status(tag).orElseThrow();
    }

    @Test
    void oneTagIsShownAsAmongTheOthers() {
        for (String tag : List.of("order", "idle", "a/b.c", "über")) {
            String path = URLEncoder.encode(tag, StandardCharsets.UTF_8).replace("%2F", "/");

            JsonNode alone = application.json("/actuator/leaf/" + path, 200);
            JsonNode among =
                    application.json("/actuator/leaf", 200).at("/segment/tags").get(tag);

            ((ObjectNode) alone).remove("idsPerSecond");
            ((ObjectNode) among).remove("idsPerSecond");
            assertThat(alone).isEqualTo(among);
        }
    }

    @Test
    void anUnknownTagIsNotFoundAndNotLookedUp() {
        application.sql("insert into leaf_alloc (biz_tag, max_id, step) values ('never-asked', 1, 10)");

        for (String tag : List.of("unknown", "never-asked", "%20", "..%2f..", "%F0%9F%98%80", "%00")) {
            assertThat(application.status("/actuator/leaf/" + tag)).as(tag).isIn(400, 404);
        }
        assertThat(application.status("/actuator/leaf/unknown")).isEqualTo(404);
        assertThat(application.status("/actuator/leaf/never-asked")).isEqualTo(404);
    }

    @Test
    void readingConsumesNoIdAndBuysNothing() {
        long maxId = application.maxId("order");
        long next = status("order").reserve().next();

        for (int i = 0; i < 100; i++) {
            application.json("/actuator/leaf", 200);
            application.json("/actuator/leaf/order", 200);
            application.json("/actuator/leaf/idle", 200);
        }

        assertThat(application.maxId("order")).isEqualTo(maxId);
        assertThat(application.maxId("idle")).isEqualTo(1);
        assertThat(status("order").reserve().next()).isEqualTo(next);
    }

    @Test
    void isListedAmongTheEndpoints() {
        JsonNode links = application.json("/actuator", 200).get("_links");

        assertThat(Map.of("leaf", links.has("leaf"), "tag", links.has("leaf-tag")))
                .isEqualTo(Map.of("leaf", true, "tag", true));
    }
}
