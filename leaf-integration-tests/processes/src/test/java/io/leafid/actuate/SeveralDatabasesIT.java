package io.leafid.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.concurrent.Availability.State;
import io.leafid.testing.OperatedApplication;
import io.leafid.testing.TestDatabase;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What an operator sees of several databases: two of four slots by turns, and one of a single tag; in the end one lacks its table. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SeveralDatabasesIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final TestDatabase A = TestDatabase.h2();

    private static final TestDatabase B = TestDatabase.h2();

    private static final OperatedApplication application = new OperatedApplication(
            "leaf.segment.enabled=true",
            "leaf.databases.a.url=" + A.url(),
            "leaf.databases.a.username=sa",
            "leaf.databases.b.url=" + B.url(),
            "leaf.databases.b.username=sa",
            "leaf.databases.audits.url=" + TestDatabase.h2().url(),
            "leaf.segment.databases=a,b",
            "leaf.segment.slots=4",
            "leaf.segment.prefetch-at=0.9",
            "leaf.segment.wait-timeout=2m",
            "leaf.segment.load-timeout=2m", // so that none counts as hanging on a busy machine
            "leaf.segment.auto-create.enabled=true",
            "leaf.segment.auto-create.step=10",
            "leaf.segment.max-step=10",
            "leaf.tags.audit.database=audits");

    @AfterAll
    static void close() {
        application.close();
    }

    @Test
    @Order(1)
    void endpointShowsEachDatabaseWithItsSlotAndTheTagsThatHaveOneOfTheirOwn() {
        application.segment().nextId("audit");
        application.segment().nextIds("order", 25); // of three allocations
        await().atMost(PATIENCE).until(() -> allocations("audits") == 1); // noted after the caller was served

        JsonNode segment = application.json("/actuator/leaf", 200).get("segment");

        assertThat(segment.get("storeType").asString()).isEqualTo("interleaved");
        assertThat(withoutTimes(segment.get("databases"))).isEqualTo(OperatedApplication.parse("""
                {
                  "a": { "state": "UP", "slot": 0 },
                  "audits": { "state": "UP" },
                  "b": { "state": "UP", "slot": 1 }
                }
                """));
        assertThat(segment.at("/tags/audit/database").asString()).isEqualTo("audits");
        assertThat(segment.at("/tags/order").has("database")).isFalse();
    }

    /** Takes out what depends on the clock and on chance, after a look at whether it can be true. */
    private static JsonNode withoutTimes(JsonNode databases) {
        for (JsonNode database : databases) {
            ObjectNode fields = (ObjectNode) database;
            assertThat(Instant.parse(fields.remove("since").asString())).isBefore(Instant.now());
            assertThat(Long.parseLong(fields.remove("allocations").asString())).isPositive();
        }
        return databases;
    }

    @Test
    @Order(2)
    void eachDatabaseHasItsMeters() {
        assertThat(state("b", State.UP)).isEqualTo(1);
        assertThat(state("b", State.DOWN)).isZero();
        assertThat(state("b", State.REFUSED)).isZero();
        assertThat(state("audits", State.UP)).isEqualTo(1);
        assertThat(allocations("a")).isPositive();
        assertThat(allocations("audits")).isEqualTo(1);
    }

    private static double state(String database, State state) {
        return application
                .bean(MeterRegistry.class)
                .get("leaf.segment.database.state")
                .tags("database", database, "state", state.name().toLowerCase(Locale.ROOT))
                .gauge()
                .value();
    }

    private static double allocations(String database) {
        return application
                .bean(MeterRegistry.class)
                .get("leaf.segment.database.allocations")
                .tags("database", database)
                .functionCounter()
                .count();
    }

    @Test
    @Order(3)
    void databaseThatHasLostItsTableCountsAsDownAndComesBackByItself() {
        B.jdbc().execute("ALTER TABLE leaf_alloc RENAME TO moved");
        awaitState(State.DOWN);

        JsonNode b = application.json("/actuator/leaf", 200).at("/segment/databases/b");
        assertThat(b.get("state").asString()).isEqualTo("DOWN");
        assertThat(b.get("reason").asString()).containsIgnoringCase("leaf_alloc");
        assertThat(state("b", State.DOWN)).isEqualTo(1);
        assertThat(state("b", State.UP)).isZero();
        assertThat(new LeafHealthIndicator(application.bean(LeafView.class))
                        .health()
                        .getDetails())
                .asString()
                .contains("status=WARN", "databases={a=UP, audits=UP, b=DOWN}");

        B.jdbc().execute("ALTER TABLE moved RENAME TO leaf_alloc");
        awaitState(State.UP);
    }

    @Test
    @Order(4)
    void databaseWhoseRowWasSetBackIsRefusedUntilItIsLifted() {
        B.jdbc().update("UPDATE leaf_alloc SET max_id = 1");
        awaitState(State.REFUSED);

        assertThat(application
                        .json("/actuator/leaf", 200)
                        .at("/segment/databases/b/reason")
                        .asString())
                .startsWith("the row of tag 'order' was rewound in database 'b': its max_id is 1, but ids up to ");
        assertThat(new LeafHealthIndicator(application.bean(LeafView.class))
                        .health()
                        .getDetails())
                .asString()
                .contains(
                        "status=WARN",
                        "databases={a=UP, audits=UP, b=REFUSED}",
                        "reason=the row of tag 'order' was rewound")
                .contains("; the other databases go on without it");

        B.jdbc().update("UPDATE leaf_alloc SET max_id = 1000000");
        awaitState(State.UP);
    }

    @Test
    @Order(5)
    void databaseThatLacksTheRowOfATagGetsItWhereTagsAreCreatedOnFirstUse() {
        A.jdbc().update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('late', 500, 10)");
        application.segment().nextIds("late", 25); // of three allocations

        assertThat(B.jdbc().queryForObject("SELECT max_id FROM leaf_alloc WHERE biz_tag = 'late'", Long.class))
                .isGreaterThan(500);
    }

    /** Ids are used meanwhile, since only an allocation learns how a database is. */
    private static void awaitState(State state) {
        await().atMost(PATIENCE).until(() -> {
            application.segment().nextIds("order", 10);
            return state("b", state) == 1;
        });
    }
}
