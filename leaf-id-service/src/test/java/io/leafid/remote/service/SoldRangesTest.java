package io.leafid.remote.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.LeafEvent;
import io.leafid.TagLimit;
import io.leafid.TagLimits;
import io.leafid.remote.IdService;
import io.leafid.segment.SegmentIdGenerator;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.event.EventListener;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a service sells passes what its own ids pass: the guard against rows that are set back, its notes, the limits of a tag. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SoldRangesTest {

    private static final int STEP = 1_000;

    private final HttpClient client = HttpClient.newHttpClient();
    private IdService service;

    /** What an operator is told. */
    static class Refusals {

        private final List<LeafEvent.SegmentRefused> seen = new CopyOnWriteArrayList<>();

        @EventListener
        void on(LeafEvent.SegmentRefused event) {
            seen.add(event);
        }
    }

    @BeforeAll
    void start() {
        service = new IdService(
                WebApplicationType.SERVLET,
                List.of(Refusals.class),
                "leaf.web.segments.create=true",
                "leaf.tags.off.enabled=false",
                "leaf.tags.slow.max-rate=5",
                "leaf.tags.ordered.order=global");
    }

    @AfterAll
    void stop() {
        service.close();
    }

    private HttpResponse<String> send(IdService to, String method, String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(to.url() + path))
                .method(method, BodyPublishers.ofString(body))
                .header("Content-Type", "application/json")
                .build();
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException | InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private HttpResponse<String> buy(String tag, long amount) {
        return buy(service, tag, amount);
    }

    private HttpResponse<String> buy(IdService from, String tag, long amount) {
        return send(from, "POST", "/api/segments/" + tag, "{\"amount\":%d,\"token\":\"t\"}".formatted(amount));
    }

    private static JsonNode json(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }

    @Test
    void rowThatWasSetBackUnderARunningServiceIsRefused() {
        service.putRow("back", 1, STEP);
        assertThat(buy("back", 3 * STEP).body()).contains("\"first\":\"1\"");
        service.jdbc().update("UPDATE leaf_alloc SET max_id = 1 WHERE biz_tag = 'back'");

        HttpResponse<String> refused = buy("back", STEP);
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(json(refused).get("type").asString()).isEqualTo("urn:leaf:unusable-row");
        assertThat(json(refused).get("detail").asString())
                .isEqualTo(
                        "the row of tag 'back' was rewound: ids that it offers were granted before; set max_id above every id"
                                + " ever issued or reserved on any node, then ids flow again");
        assertThat(buy("back", STEP).statusCode())
                .as("climbs to no number that was sold")
                .isEqualTo(409);
        await().untilAsserted( // told on a thread of its own
                        () -> assertThat(service.bean(Refusals.class).seen)
                                .filteredOn(event -> event.tag().equals("back"))
                                .hasSize(1));

        service.jdbc().update("UPDATE leaf_alloc SET max_id = 3001 WHERE biz_tag = 'back'");
        assertThat(buy("back", STEP).body()).contains("\"first\":\"3001\"");
    }

    @Test
    void rowThatWasSetBackWhileTheServiceWasAwayIsRefused(@TempDir Path state) {
        String database = "jdbc:h2:file:" + state.resolve("ids") + ";WRITE_DELAY=0";
        String[] properties = {
            "spring.datasource.url=" + database,
            "spring.datasource.generate-unique-name=false",
            "leaf.segment.state-directory=" + state,
            "leaf.segment.preload-recent=true",
            "leaf.jdbc.initialize-schema=always"
        };
        try (IdService before = new IdService(WebApplicationType.SERVLET, properties)) {
            before.putRow("order", 1, STEP);
            assertThat(buy(before, "order", 400).statusCode()).isEqualTo(200);
        }
        try (IdService after = new IdService(WebApplicationType.SERVLET, properties)) {
            assertThat(after.maxId("order"))
                    .as("what is only granted to clients is not reserved by the next run")
                    .isEqualTo(401);
            assertThat(buy(after, "order", 100).body()).contains("\"first\":\"401\"");
        }
        try (IdService helper = new IdService(WebApplicationType.SERVLET, properties)) {
            helper.putRow("order", 1, STEP);
        }
        try (IdService after = new IdService(WebApplicationType.SERVLET, properties)) {
            assertThat(buy(after, "order", 400).statusCode()).isEqualTo(409);
        }
    }

    private HttpResponse<String> buyAbove(IdService from, String tag, long seen) {
        String body = "{\"amount\":%d,\"seen\":\"%d\"}".formatted(10 * STEP, seen);
        return send(from, "POST", "/api/segments/" + tag, body);
    }

    /** The client took its ranges from another instance, and the row was rewound since. */
    @Test
    void rowBelowWhatAClientHoldsIsNotMovedByAnInstanceThatHasSoldLess() {
        service.putRow("held", 1, STEP);

        HttpResponse<String> refused = buyAbove(service, "held", 5_001);
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(json(refused).get("maxId").asString()).isEqualTo("1");
        assertThat(service.maxId("held")).isEqualTo(1);
        assertThat(buy("held", STEP).statusCode())
                .as("what a client says counts for itself alone")
                .isEqualTo(200);
        assertThat(buyAbove(service, "held", STEP + 1).body()).contains("\"first\":\"1001\"");
    }

    /** A server of which this instance knows no other: nothing is lifted, so the client would refuse each range. */
    @Test
    void rowBelowWhatAClientHoldsIsNotMovedWhereTheRowOfAnotherServerIsLifted() {
        try (IdService skipping = new IdService(WebApplicationType.SERVLET, "leaf.segment.on-failover=skip")) {
            skipping.putRow("held", 1, STEP);

            assertThat(buyAbove(skipping, "held", 5_001).statusCode()).isEqualTo(409);
            assertThat(skipping.maxId("held")).isEqualTo(1);
        }
    }

    @Test
    void tagThatIsSwitchedOffIsNotSold() {
        service.putRow("off", 1, STEP);

        assertThat(buy("off", 1).statusCode()).isEqualTo(403);
        assertThat(service.maxId("off")).isEqualTo(1);
        service.bean(TagLimits.class).set("off", TagLimit.NONE);
        assertThat(buy("off", 1).statusCode()).isEqualTo(200);
    }

    @Test
    void rateOfATagHoldsForBuyers() {
        service.putRow("slow", 1, STEP);

        HttpResponse<String> never = buy("slow", 6);
        assertThat(never.statusCode()).isEqualTo(400);
        assertThat(never.body()).contains("6 ids of tag 'slow' at once are more than its rate allows in a second (5)");
        assertThat(buy("slow", 5).statusCode()).isEqualTo(200);
        AtomicLong sold = new AtomicLong(5);
        // what is used up is there again a second later, which a busy machine may take for a call
        HttpResponse<String> refused = await().until(() -> buy("slow", 5), reply -> {
            sold.addAndGet(reply.statusCode() == 200 ? 5 : 0);
            return reply.statusCode() == 429;
        });
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(service.maxId("slow")).isEqualTo(1 + sold.get());
    }

    @Test
    void serviceReservesNothingOfATagThatItDoesNotUseItself() {
        service.putRow("foreign", 1, STEP);
        for (int i = 0; i < 10; i++) {
            assertThat(buy("foreign", 7).statusCode()).isEqualTo(200);
        }

        assertThat(service.maxId("foreign")).isEqualTo(71);
    }

    @Test
    void idsOfTheServiceItselfAreNotSoldAndGoOn() {
        service.putRow("both", 1, STEP);
        SegmentIdGenerator ids = service.bean(SegmentIdGenerator.class);

        assertThat(buy("both", 7).body()).contains("\"first\":\"1\",");
        assertThat(ids.nextId("both")).isEqualTo(8);
        assertThat(buy("both", 7).body())
                .as("above the segment of the service, or above its next one too, if that was due")
                .containsAnyOf("\"first\":\"1008\",", "\"first\":\"2008\",");
        assertThat(ids.nextId("both")).isEqualTo(9);
    }

    /** The answer that there is none is remembered for a while. */
    @Test
    void tagThatAClientAddsIsSoldAtOnceThoughItWasAskedForBefore() {
        assertThat(buy("new", 1).statusCode()).isEqualTo(404);
        assertThat(send(service, "PUT", "/api/segments/new", "{\"step\":10,\"initialId\":1}")
                        .body())
                .contains("\"created\":true");

        assertThat(buy("new", 1).statusCode()).isEqualTo(200);
    }

    @Test
    void tagOfAGlobalOrderIsSold() {
        service.putRow("ordered", 1, STEP);

        assertThat(buy("ordered", 7).body()).contains("\"first\":\"1\",");
        assertThat(service.bean(SegmentIdGenerator.class).nextId("ordered")).isEqualTo(8);
    }
}
