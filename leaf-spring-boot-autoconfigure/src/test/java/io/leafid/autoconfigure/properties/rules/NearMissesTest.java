package io.leafid.autoconfigure.properties.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.testing.CapturedLog;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** What does not stop a start and is said all the same: variables that are nearly settings, and databases that nothing uses. */
class NearMissesTest {

    private final StandardEnvironment environment = new StandardEnvironment();

    private void variables(Map<String, Object> variables) {
        String name = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
        environment.getPropertySources().replace(name, new SystemEnvironmentPropertySource(name, variables));
    }

    private void check() {
        var unused = BoundSettings.of(environment);
    }

    @Test
    void variableThatIsNearlyASettingIsNamed() {
        variables(Map.of("LEAF_SEGMENT_TABEL", "ids", "LEAF_SNOWFLAKE_STATE_DIR", "/x", "LEAF_SEGMNT_ENABLED", "true"));
        try (CapturedLog log = new CapturedLog(NameRules.class.getName())) {
            check();
            assertThat(log.warnings())
                    .containsExactlyInAnyOrder(
                            "the environment variable LEAF_SEGMENT_TABEL sets nothing of Leaf; LEAF_SEGMENT_TABLE does",
                            "the environment variable LEAF_SEGMNT_ENABLED sets nothing of Leaf; LEAF_SEGMENT_ENABLED does");
        }
    }

    /** The binder takes each underscore for a dot: leaf.tags.shop.order.maxrate. */
    @Test
    void variableForATagWithAnUnderscoreIsNamed() {
        variables(Map.of(
                "LEAF_TAGS_SHOP_ORDER_MAXRATE", "5",
                "LEAF_TAGS_SHOP_ORDER_ENABLED", "false",
                "LEAF_TAGS_SHOP_ORDER_MAX_STEP", "5"));
        try (CapturedLog log = new CapturedLog(NameRules.class.getName())) {
            check();
            assertThat(log.warnings())
                    .containsExactlyInAnyOrder(
                            "the environment variable LEAF_TAGS_SHOP_ORDER_MAXRATE sets nothing of Leaf; leaf.tags.shop_order.max-rate in a file does",
                            "the environment variable LEAF_TAGS_SHOP_ORDER_ENABLED sets nothing of Leaf; leaf.tags.shop_order.enabled in a file does",
                            "the environment variable LEAF_TAGS_SHOP_ORDER_MAX_STEP sets nothing of Leaf; leaf.tags.shop_order.max-step in a file does");
        }
    }

    @Test
    void settingsAndNamesOfOthersAreNot() {
        variables(Map.of(
                "LEAF_SEGMENT_TABLE", "ids",
                "LEAF_SEGMENT_LOADTIMEOUT", "5s",
                "LEAF_SEGMENT_LOAD_TIMEOUT", "5s",
                "LEAF_SEGMENT_ENABLE", "false",
                "LEAF_TAGS_ORDER_MAXSTEP", "5",
                "LEAF_TAGS_ORDER_MAX_STEP", "5",
                "LEAF_TAGS_ORDER_ABOVE_0", "orders.id",
                "LEAF_SEGMENT_DATABASES_0", "",
                "LEAF_HOME", "/opt/leaf",
                "LEAF_TEST_MYSQL_ROOT", "/opt"));
        try (CapturedLog log = new CapturedLog("io.leafid")) {
            check();
            assertThat(log.warnings()).isEmpty();
        }
    }

    @Test
    void databaseThatNothingUsesIsNamed() {
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource(
                        "test",
                        Map.of(
                                "leaf.segment.enabled", "true",
                                "leaf.tags.audit.database", "b",
                                "leaf.databases.a.url", "jdbc:h2:mem:a;DB_CLOSE_DELAY=-1",
                                "leaf.databases.b.url", "jdbc:h2:mem:b;DB_CLOSE_DELAY=-1",
                                "leaf.databases[0].url", "jdbc:h2:mem:c;DB_CLOSE_DELAY=-1")));
        try (CapturedLog log = new CapturedLog(DatabaseRules.class.getName())) {
            check();
            assertThat(log.warnings())
                    .containsExactly("no ids come from databases [0, a]: name them in leaf.segment.databases or"
                            + " a tag's database");
        }
    }
}
