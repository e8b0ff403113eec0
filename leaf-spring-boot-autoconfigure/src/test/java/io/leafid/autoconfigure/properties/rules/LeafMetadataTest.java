package io.leafid.autoconfigure.properties.rules;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.SnowflakeLayout;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.yaml.snakeyaml.Yaml;

/** What an editor shows about the settings: all of them, each described, each with its default. */
class LeafMetadataTest {

    private static final String NONE = "(none)";

    /** Every setting and its default. A new one must be added here and in docs/reference/settings.md. */
    private static final Map<String, String> SETTINGS = Map.ofEntries(
            entry("leaf.enabled", "true"),
            entry("leaf.metrics.max-tags", "100"),
            entry("leaf.name", NONE),
            entry("leaf.default-mode", "segment"),
            entry("leaf.tags", NONE),
            entry("leaf.databases", NONE),
            entry("leaf.jdbc.url", NONE),
            entry("leaf.jdbc.username", NONE),
            entry("leaf.jdbc.password", NONE),
            entry("leaf.jdbc.driver-class-name", NONE),
            entry("leaf.jdbc.connection", "own"),
            entry("leaf.jdbc.initialize-schema", "embedded"),
            entry("leaf.json.ids-as-strings", "false"),
            entry("leaf.data.above-keys", "false"),
            entry("leaf.check-only", "false"),
            entry("leaf.check-format", "text"),
            entry("leaf.snowflake.start-after", NONE),
            entry("leaf.snowflake.hand-back", "false"),
            entry("leaf.public-ids.current", NONE),
            entry("leaf.public-ids.keys", NONE),
            entry("leaf.segment.enabled", "false"),
            entry("leaf.segment.table", JdbcSegmentStore.DEFAULT_TABLE),
            entry("leaf.segment.databases", NONE),
            entry("leaf.segment.slots", NONE),
            entry("leaf.segment.target-duration", "15m"),
            entry("leaf.segment.max-step", "1000000"),
            entry("leaf.segment.prefetch-at", "0.1"),
            entry("leaf.segment.refresh-interval", "60s"),
            entry("leaf.segment.wait-timeout", "1s"),
            entry("leaf.segment.load-timeout", "5s"),
            entry("leaf.segment.fail-fast", "true"),
            entry("leaf.segment.auto-create.enabled", "false"),
            entry("leaf.segment.auto-create.step", "1000"),
            entry("leaf.segment.auto-create.initial-id", "1"),
            entry("leaf.segment.return-unused", "true"),
            entry("leaf.segment.preload-recent", "true"),
            entry("leaf.segment.state-directory", NONE),
            entry("leaf.segment.on-failover", "continue"),
            entry("leaf.segment.failover-margin", "10000000"),
            entry("leaf.snowflake.enabled", "false"),
            entry("leaf.snowflake.mode", "zk_normal"),
            entry("leaf.snowflake.host", NONE),
            entry("leaf.snowflake.interface", NONE),
            entry("leaf.snowflake.port", NONE),
            entry("leaf.snowflake.epoch", SnowflakeLayout.DEFAULT.epoch().toString()),
            entry("leaf.snowflake.layout.preset", "standard"),
            entry("leaf.snowflake.layout.timestamp-bits", NONE),
            entry("leaf.snowflake.layout.worker-id-bits", NONE),
            entry("leaf.snowflake.layout.sequence-bits", NONE),
            entry("leaf.snowflake.worker-ids", "0-" + SnowflakeLayout.DEFAULT.maxWorkerId()),
            entry("leaf.snowflake.sequence", "rolling"),
            entry("leaf.snowflake.standby", "false"),
            entry("leaf.snowflake.report-interval", "3s"),
            entry("leaf.snowflake.reservation", "10s"),
            entry("leaf.snowflake.on-registry-loss", "continue"),
            entry("leaf.snowflake.clock.tolerated-backwards", "5ms"),
            entry("leaf.snowflake.clock.on-backwards", "fail"),
            entry("leaf.snowflake.clock.max-lead", "1s"),
            entry("leaf.snowflake.peer-check.enabled", "true"),
            entry("leaf.snowflake.peer-check.threshold", "5s"),
            entry("leaf.snowflake.state-directory", NONE),
            entry("leaf.snowflake.zk.address", NONE),
            entry("leaf.snowflake.zk.root", "/snowflake"),
            entry("leaf.snowflake.zk.session-timeout", "15s"),
            entry("leaf.snowflake.zk.connection-timeout", "10s"),
            entry("leaf.snowflake.zk.digest", NONE),
            entry("leaf.snowflake.recycle.reservation", "10m"),
            entry("leaf.snowflake.mysql.table", "leaf_workerid_alloc"),
            entry("leaf.snowflake.local.worker-id", NONE),
            entry("leaf.snowflake.local.work-id-map", NONE),
            entry("leaf.web.enabled", "false"),
            entry("leaf.web.base-path", ""),
            entry("leaf.web.dashboard", NONE),
            entry("leaf.web.max-waiting", "100"),
            entry("leaf.web.max-count", "10000"),
            entry("leaf.web.auto-create", "false"),
            entry("leaf.web.allow-cross-site", "false"),
            entry("leaf.web.segments.enabled", "false"),
            entry("leaf.web.segments.max-amount", "1000000"),
            entry("leaf.web.segments.create", "false"),
            entry("leaf.remote.services", NONE),
            entry("leaf.remote.zone", NONE),
            entry("leaf.remote.zone-key", "zone"),
            entry("leaf.remote.base-path", ""),
            entry("leaf.remote.connect-timeout", "1s"),
            entry("leaf.remote.read-timeout", "2s"),
            entry("leaf.remote.back-off", "10s"),
            entry("leaf.remote.refresh-interval", "30s"),
            entry("leaf.remote.ssl-bundle", NONE),
            entry("management.endpoint.leaf.access", "unrestricted"),
            entry("management.endpoint.leaf.cache.time-to-live", "0ms"),
            entry("management.health.leaf.enabled", "true"));

    /** Names of the original, and what they are called now. */
    private static final Map<String, String> OLD_NAMES = NameRules.OLD_NAMES;

    private static final Map<String, Map<String, Object>> METADATA = read("properties");

    private static final Map<String, Map<String, Object>> HINTS = read("hints");

    private static final Map<String, String> KINDS = Map.of(
            "Boolean", "`true`, `false`",
            "Access", "`none`, `read-only`, `unrestricted`",
            "Duration", "duration",
            "Integer", "number",
            "Long", "number",
            "Double", "number",
            "List", "list",
            "Map", "map",
            "Instant", "instant");

    @Test
    void everySettingStandsOnTheirPageWithItsDefault() throws IOException {
        String page = Files.readString(Path.of("../docs/reference/settings.md"));

        assertThat(SETTINGS).allSatisfy((name, value) -> {
            String shown = value.equals(NONE) ? "" : value.isEmpty() ? "none " : "`%s` ".formatted(value);
            assertThat(page).contains("\n| `%s` | %s | %s| ".formatted(name, valuesOf(name), shown));
        });
        assertThat(page.lines().filter(line -> line.startsWith("| `") && !line.contains(".<")))
                .hasSameSizeAs(SETTINGS.keySet());
    }

    /** What a setting may be: all values of a choice, else the kind of value. */
    private static String valuesOf(String name) {
        String type = String.valueOf(METADATA.getOrDefault(name, Map.of()).get("type"))
                .replaceAll("<.*", "")
                .replaceAll(".*[.]", "");
        List<?> choices = (List<?>) HINTS.getOrDefault(name, Map.of()).getOrDefault("values", List.of());
        if (!choices.isEmpty() && !type.equals("String")) {
            return choices.stream()
                    .map(choice -> "`%s`".formatted(((Map<?, ?>) choice).get("value")))
                    .collect(Collectors.joining(", "));
        }
        return KINDS.getOrDefault(type, "text");
    }

    @Test
    void everySettingIsThereWithItsDefault() {
        Map<String, String> defaults = METADATA.values().stream()
                .filter(property -> !property.containsKey("deprecation"))
                .collect(Collectors.toMap(
                        LeafMetadataTest::name,
                        property -> String.valueOf(property.getOrDefault("defaultValue", NONE))));

        assertThat(new TreeMap<>(defaults)).isEqualTo(new TreeMap<>(SETTINGS));
    }

    @Test
    void everyOldNameSaysWhatReplacesIt() {
        Map<String, String> replacements = METADATA.values().stream()
                .filter(property -> property.containsKey("deprecation"))
                .collect(Collectors.toMap(
                        LeafMetadataTest::name,
                        property -> String.valueOf(((Map<?, ?>) property.get("deprecation")).get("replacement"))));

        assertThat(replacements).isEqualTo(OLD_NAMES);
        assertThat(SETTINGS).containsKeys(OLD_NAMES.values().toArray(String[]::new));
    }

    @Test
    void everySettingIsDescribed() {
        assertThat(METADATA.values())
                .allSatisfy(property -> assertThat(String.valueOf(property.get("description")))
                        .as(name(property))
                        .matches("[A-Z].*\\.")
                        .doesNotStartWith("The "));
    }

    @Test
    void oldNamesAreNotMistakenForTheNewOnes() {
        OLD_NAMES.forEach((old, current) -> assertThat(METADATA.getOrDefault(old, Map.of()))
                .containsEntry("description", "Old name of " + current + "."));
    }

    @Test
    void everyHintIsAboutASetting() {
        assertThat(read("hints").keySet()).isNotEmpty().isSubsetOf(SETTINGS.keySet());
    }

    @Test
    void everyDurationNeedsAUnit() {
        assertThat(METADATA.values().stream()
                        .filter(property -> "java.time.Duration".equals(property.get("type")))
                        .map(LeafMetadataTest::name)
                        .filter(name -> name.startsWith("leaf.")))
                .isNotEmpty()
                .allSatisfy(name -> assertRefused(name, "60", "has no unit"));
    }

    /** So a group without any setting need not be checked; each of these is checked since one of its settings has its default. */
    @ParameterizedTest
    @CsvSource({
        "leaf.segment.enabled, false",
        "leaf.segment.auto-create.enabled, false",
        "leaf.segment.failover-margin, 10000000",
        "leaf.snowflake.enabled, false",
        "leaf.snowflake.clock.on-backwards, fail",
        "leaf.snowflake.zk.root, /snowflake",
        "leaf.web.enabled, false"
    })
    void allDefaultsAreInRange(String setting, String value) {
        assertThatCode(() -> check(setting, value)).doesNotThrowAnyException();
    }

    @Test
    void everyNumberIsWrittenWithTheDigits0To9() {
        Set<Object> numbers = Set.of("java.lang.Integer", "java.lang.Long", "java.lang.Double");
        assertThat(METADATA.values().stream()
                        .filter(property -> numbers.contains(String.valueOf(property.get("type"))))
                        .map(LeafMetadataTest::name)
                        .filter(name -> name.startsWith("leaf.")))
                .isNotEmpty()
                .allSatisfy(name -> assertRefused(name, "\u0661", "digits other than 0 to 9|is not a number"));
    }

    private static void assertRefused(String name, String value, String problem) {
        assertThatThrownBy(() -> check(name, value))
                .as(name)
                .isInstanceOfSatisfying(
                        LeafStartException.class,
                        failure -> assertThat(failure.description())
                                .containsPattern("(?s)" + Pattern.quote(name) + " = .*(" + problem + ")"));
    }

    private static void check(String name, String value) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", Map.of(name, value)));
        BoundSettings.of(environment);
    }

    private static String name(Map<String, Object> element) {
        return String.valueOf(element.get("name"));
    }

    /** The file of this module: other jars have one of the same name. */
    @SuppressWarnings("unchecked") // the file is read as maps and lists
    private static Map<String, Map<String, Object>> read(String kind) {
        try {
            Path file = Path.of("target", "classes", "META-INF", "spring-configuration-metadata.json");
            Map<String, Object> json = new Yaml().load(Files.readString(file).replace("\\/", "/")); // else JSON is YAML
            List<Map<String, Object>> elements = (List<Map<String, Object>>) json.getOrDefault(kind, List.of());
            return elements.stream().collect(Collectors.toMap(LeafMetadataTest::name, element -> element));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
