package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.LeafEvent;
import io.leafid.testing.MariaDbServer;
import io.leafid.testing.OperatedApplication;
import io.leafid.testing.StoreOutages;
import io.leafid.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * A real database is killed under load and started again. At each phase the API, the endpoint, health, metrics, events and
 * the live page tell the same story; no operator helps, and no id comes twice.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OutageUnderLoadIT {

    private static final Logger logger = LoggerFactory.getLogger(OutageUnderLoadIT.class);

    /** Runs dry at once: its reserve lasts for a few requests. */
    private static final String SMALL = "small";

    /** Has a reserve that outlasts the outage until a test uses it up. */
    private static final String LARGE = "large";

    /** Comes from snowflake and needs no database. */
    private static final String PAYMENT = "payment";

    private static final int CALLERS = 4;
    private static final int LARGE_STEP = 1_000_000;
    private static final Duration WAIT_TIMEOUT = Duration.ofMillis(500);
    private static final Duration MARGIN = Duration.ofSeconds(30); // for a busy machine, not for the engine
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final MariaDbServer server = MariaDbServer.start();
    private final TestDatabase database = server.newDatabase().with("leaf_alloc");
    private final ServedApplication served = new ServedApplication(
            "spring.datasource.url=" + database.url(),
            "spring.datasource.username=" + database.user(),
            "leaf.segment.wait-timeout=" + WAIT_TIMEOUT.toMillis() + "ms",
            "leaf.segment.max-step=" + LARGE_STEP,
            "leaf.tags.small.max-step=10",
            "management.health.db.enabled=false",
            "management.endpoint.health.show-details=always",
            "management.endpoint.health.probes.enabled=true",
            "management.endpoint.health.group.readiness.include=readinessState,leaf",
            "management.endpoint.health.group.readiness.show-details=always");
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<HttpCaller> callers = new ArrayList<>();
    private final HttpCaller greedy =
            new HttpCaller(served.application.port(), List.of(LARGE), WAIT_TIMEOUT.plus(MARGIN));
    private final List<Future<Void>> calling = new ArrayList<>();
    private boolean wasKilled;

    @AfterEach
    void stop() {
        callers.forEach(HttpCaller::stop);
        threads.shutdownNow();
        served.close();
        server.close();
    }

    @Test
    void allViewsTellTheSameStoryOfAnOutageUnderLoadAndNoIdComesTwice() throws Exception {
        served.tag(SMALL, 1, 10);
        served.tag(LARGE, 1, LARGE_STEP);
        startCallers();
        eachTagIsServed(SMALL, LARGE, PAYMENT);
        eventually(() -> storyIs("UP", "READY", "READY"));

        server.kill();
        wasKilled = true;
        eachTagIsRefused(SMALL);
        eachTagIsServed(LARGE, PAYMENT); // its reserve goes on, and so does snowflake
        eventually(() -> storyIs("WARN", "UNAVAILABLE", "READY"));

        useUpReserve();
        eachTagIsRefused(SMALL, LARGE);
        eachTagIsServed(PAYMENT);
        eventually(() -> storyIs("DOWN", "UNAVAILABLE", "UNAVAILABLE"));

        server.restart();
        eachTagIsServed(SMALL, LARGE, PAYMENT);
        eventually(() -> storyIs("UP", "READY", "READY"));

        stopCallers();
        StoreOutages.assertReported(served.application.events());
        List.of(SMALL, LARGE, PAYMENT).forEach(this::noIdCameTwice);
    }

    private void startCallers() {
        for (int i = 0; i < CALLERS; i++) {
            HttpCaller caller = new HttpCaller(
                    served.application.port(), List.of(SMALL, LARGE, PAYMENT), WAIT_TIMEOUT.plus(MARGIN));
            callers.add(caller);
            calling.add(threads.submit(caller));
        }
    }

    private void stopCallers() throws Exception {
        callers.forEach(HttpCaller::stop);
        for (Future<Void> each : calling) {
            each.get(); // what a caller did not expect fails the test here
        }
        for (String tag : List.of(SMALL, LARGE, PAYMENT)) {
            logger.info(
                    "{}: {} requests served, {} refused",
                    tag,
                    callers.stream().mapToInt(caller -> caller.served(tag)).sum(),
                    callers.stream().mapToInt(caller -> caller.refused(tag)).sum());
        }
        logger.info(
                "the longest refusal took {}",
                callers.stream()
                        .map(HttpCaller::longestRefusal)
                        .max(Duration::compareTo)
                        .orElseThrow());
    }

    /** Waits until every caller has got ids of each of these tags from now on. */
    private void eachTagIsServed(String... tags) {
        for (String tag : tags) {
            for (HttpCaller caller : callers) {
                int before = caller.served(tag);
                eventually(() -> assertThat(caller.served(tag)).as(tag).isGreaterThan(before + 2));
            }
        }
    }

    /** Waits until every caller has been refused ids of each of these tags from now on. */
    private void eachTagIsRefused(String... tags) {
        for (String tag : tags) {
            for (HttpCaller caller : callers) {
                int before = caller.refused(tag);
                eventually(() -> assertThat(caller.refused(tag)).as(tag).isGreaterThan(before + 2));
            }
        }
    }

    /** Asks for large batches until there is not even one id left; the others go on meanwhile. */
    private void useUpReserve() throws Exception {
        for (int batch = 10_000; batch >= 1; batch /= 2) {
            while (served.status(LARGE).reserve().unused() >= batch && greedy.ask(LARGE, batch)) {
                logger.debug("{} ids of the reserve used", batch);
            }
        }
    }

    /** One look at all views; they are looked at again until they agree. */
    private void storyIs(String level, String small, String large) {
        boolean storeIsUp = level.equals("UP");
        OperatedApplication application = served.application;
        assertThat(application.status("/actuator/health/liveness")).isEqualTo(200);

        boolean isReady = !level.equals("DOWN");
        JsonNode health = application
                .json("/actuator/health/readiness", isReady ? 200 : 503)
                .at("/components/leaf");
        assertThat(health.get("status").asString()).isEqualTo(isReady ? "UP" : "DOWN");
        JsonNode segment = health.at("/details/segment");
        assertThat(segment.get("status").asString()).isEqualTo(level);
        assertThat(segment.get("store").asString()).isEqualTo(storeIsUp ? "UP" : "DOWN");
        assertThat(segment.has("since")).isEqualTo(!storeIsUp);
        assertThat(segment.at("/tagsWithoutIds").asString(""))
                .isEqualTo(
                        switch (level) {
                            case "WARN" -> SMALL;
                            case "DOWN" -> LARGE + ", " + SMALL;
                            default -> "";
                        });
        assertThat(health.at("/details/snowflake/status").asString()).isEqualTo("UP");

        for (String view : List.of("/actuator/leaf", "/leaf/state")) {
            JsonNode shown = application.json(view, 200).get("segment");
            assertThat(shown.get("store").asString()).as(view).isEqualTo(storeIsUp ? "UP" : "DOWN");
            assertThat(state(shown, SMALL)).as(view).isEqualTo(small);
            assertThat(state(shown, LARGE)).as(view).isEqualTo(large);
        }
        storyOfMetricsIs(storeIsUp, large);
        assertThat(application.events())
                .filteredOn(
                        event -> !(event instanceof LeafEvent.SegmentServerChanged)) // where a crash may lose commits
                .hasSize(
                        switch (level) {
                            case "WARN", "DOWN" -> 1;
                            default -> wasKilled ? 2 : 0;
                        });
    }

    /** A tag that is just being refilled is ready too, for this purpose. */
    private static String state(JsonNode segment, String tag) {
        return segment.at("/tags/" + tag + "/state").asString().replace("LOADING", "READY");
    }

    private void storyOfMetricsIs(boolean storeIsUp, String large) {
        String scraped = served.application.text("/actuator/prometheus", 200);
        if (!storeIsUp) {
            assertThat(scraped).contains("leaf_segment_remaining{tag=\"small\"} 0.0\n");
            assertThat(scraped)
                    .doesNotContain("leaf_segment_load_seconds_count{outcome=\"failure\",tag=\"small\"} 0\n");
        }
        assertThat(scraped.contains("leaf_segment_remaining{tag=\"large\"} 0.0\n"))
                .isEqualTo(large.equals("UNAVAILABLE"));
        assertThat(scraped)
                .contains("leaf_segment_load_seconds_count{outcome=\"success\",tag=\"small\"} ")
                .contains("leaf_ids_issued_total{engine=\"snowflake\"");
    }

    private void noIdCameTwice(String tag) {
        Set<Long> all = new HashSet<>(greedy.ids(tag));
        int count = greedy.ids(tag).size();
        for (HttpCaller caller : callers) {
            all.addAll(caller.ids(tag));
            count += caller.ids(tag).size();
        }
        assertThat(count).as(tag).isPositive();
        assertThat(all).as(tag).hasSize(count);
        if (!tag.equals(PAYMENT)) {
            assertThat(Collections.min(all)).isEqualTo(1);
            assertThat(Collections.max(all)).isLessThan(served.application.maxId(tag));
        }
    }

    private void eventually(ThrowingRunnable assertion) {
        await().atMost(PATIENCE)
                .failFast("a caller met what it did not expect", this::throwWhatEndedACaller)
                .untilAsserted(assertion);
    }

    private void throwWhatEndedACaller() throws Exception {
        for (Future<Void> each : calling) {
            if (each.isDone()) {
                each.get();
            }
        }
    }
}
