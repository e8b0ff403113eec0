package io.leafid.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.ClockMovedBackwardsException;
import io.leafid.LeafEvent;
import io.leafid.SegmentUnavailableException;
import io.leafid.testing.OperatedApplication;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Health, endpoint, metrics and events during an outage of a real database, seen from outside. */
class LeafHealthTest {

    private static final String READINESS = "/actuator/health/readiness";

    @Test
    void allViewsTellTheSameStoryOfAnOutage() {
        try (OperatedApplication application = new OperatedApplication(
                "leaf.segment.enabled=true",
                "leaf.segment.wait-timeout=3s",
                "management.endpoint.health.show-details=always",
                "management.health.db.enabled=false",
                "management.endpoint.health.probes.enabled=true",
                "management.endpoint.health.group.readiness.include=readinessState,leaf",
                "management.endpoint.health.group.readiness.show-details=always")) {
            application.sql("insert into leaf_alloc (biz_tag, max_id, step) values ('order', 1, 100)");
            Awaitility.await()
                    .ignoreException(SegmentUnavailableException.class)
                    .until(() -> application.segment().nextIds("order", 20).length == 20);
            Awaitility.await().until(() -> remaining(application) == 180);
            assertThat(leaf(application, 200).get("status").asString()).isEqualTo("UP");

            application.cutOffDatabase();
            useUpSegment(application);
            storyIs(application, "WARN", 200, "DEGRADED");
            assertThat(leaf(application, 200).at("/details/segment/reason").asString())
                    .contains("refused")
                    .doesNotContain("s3cret", "/var/lib");

            application.segment().nextIds("order", remaining(application));
            assertThatThrownBy(() -> application.segment().nextId("order"))
                    .isInstanceOf(SegmentUnavailableException.class);
            storyIs(application, "DOWN", 503, "UNAVAILABLE");

            application.restoreDatabase();
            Awaitility.await()
                    .ignoreExceptions()
                    .until(() -> application.segment().nextId("order") > 0);
            Awaitility.await().until(() -> application.events().size() == 2);
            // the next segment may be on its way
            Awaitility.await().untilAsserted(() -> storyIs(application, "UP", 200, "READY"));
            assertThat(application.events())
                    .satisfiesExactly(
                            event -> assertThat(event).isInstanceOf(LeafEvent.SegmentStoreDown.class),
                            event -> assertThat(event).isInstanceOf(LeafEvent.SegmentStoreUp.class));
        }
    }

    /** A load balancer sends no call to an instance that is not ready, so none begins an allocation. */
    @ParameterizedTest
    @ValueSource(strings = {"node", "global"})
    void instanceIsReadyOnceTheStoreAnswersThoughNoCallComes(String order) {
        try (OperatedApplication application = new OperatedApplication(
                "leaf.segment.enabled=true",
                "leaf.segment.wait-timeout=3s",
                "leaf.segment.refresh-interval=1s",
                "leaf.tags.order.order=" + order,
                "management.endpoint.health.probes.enabled=true",
                "management.endpoint.health.group.readiness.include=readinessState,leaf",
                "management.endpoint.health.group.readiness.show-details=always")) {
            application.sql("insert into leaf_alloc (biz_tag, max_id, step) values ('order', 1, 100)");
            Awaitility.await()
                    .ignoreException(SegmentUnavailableException.class)
                    .until(() -> application.segment().nextId("order") == 1);

            application.cutOffDatabase();
            assertThatThrownBy(() -> application.segment().nextIds("order", 1_000))
                    .isInstanceOf(SegmentUnavailableException.class);
            Awaitility.await()
                    .untilAsserted(() -> assertThat(leaf(application, 503)
                                    .at("/details/segment/status")
                                    .asString())
                            .isEqualTo("DOWN"));

            application.restoreDatabase();
            Awaitility.await()
                    .untilAsserted(() -> assertThat(leaf(application, 200)
                                    .at("/details/segment/status")
                                    .asString())
                            .isEqualTo("UP"));
        }
    }

    @Test
    void aClockThatIsSetBackTakesTheInstanceOutOfServiceUntilItHasCaughtUp() {
        SnowflakeScene scene = new SnowflakeScene();
        try (OperatedApplication application = new OperatedApplication(
                scene::addTo,
                "management.endpoint.health.probes.enabled=true",
                "management.endpoint.health.group.readiness.include=readinessState,leaf",
                "management.endpoint.health.group.readiness.show-details=always")) {
            scene.generator.nextId();
            assertThat(leaf(application, 200).at("/details/snowflake/status").asString())
                    .isEqualTo("UP");

            scene.node.time().step(Duration.ofMinutes(-1));
            for (int i = 0; i < 10; i++) {
                assertThatThrownBy(scene.generator::nextId).isInstanceOf(ClockMovedBackwardsException.class);
            }
            assertThat(leaf(application, 503).at("/details/snowflake/reason").asString())
                    .isEqualTo("the clock is 1 minute behind the last timestamp used");
            assertThat(scene.events).hasExactlyElementsOfTypes(LeafEvent.ClockSteppedBack.class);
            assertThat(application.text("/actuator/prometheus", 200))
                    .contains("leaf_snowflake_clock_backwards_total 1.0", "leaf_snowflake_lead_seconds 60.0");

            scene.scene.seconds(61);
            assertThat(scene.generator.nextId()).isPositive();
            assertThat(leaf(application, 200).get("status").asString()).isEqualTo("UP");
        }
    }

    /** Goes on into the segment that was allocated ahead, far enough that another one is wanted. */
    private static void useUpSegment(OperatedApplication application) {
        application.segment().nextIds("order", 100);
        Awaitility.await().until(() -> !application.events().isEmpty());
    }

    private static int remaining(OperatedApplication application) {
        return (int)
                application.segment().status("order").orElseThrow().reserve().unused();
    }

    private static void storyIs(OperatedApplication application, String level, int status, String state) {
        boolean isUp = level.equals("UP");
        JsonNode health = leaf(application, status);
        assertThat(health.get("status").asString()).isEqualTo(status == 200 ? "UP" : "DOWN");
        assertThat(health.at("/details/segment/status").asString()).isEqualTo(level);
        assertThat(health.at("/details/segment").has("since")).isEqualTo(!isUp);
        assertThat(application.status("/actuator/health")).isEqualTo(status);
        JsonNode endpoint = application.json("/actuator/leaf", 200).get("segment");
        assertThat(endpoint.get("store").asString()).isEqualTo(isUp ? "UP" : "DOWN");
        assertThat(endpoint.at("/tags/order/state").asString()).isEqualTo(state);
        application.metrics().refresh();
        assertThat(application.text("/actuator/prometheus", 200))
                .contains("leaf_segment_remaining{tag=\"order\"} %d.0".formatted(remaining(application)));
    }

    private static JsonNode leaf(OperatedApplication application, int status) {
        return application.json(READINESS, status).at("/components/leaf");
    }
}
