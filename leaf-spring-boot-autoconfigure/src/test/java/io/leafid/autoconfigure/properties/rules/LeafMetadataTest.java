package io.leafid.autoconfigure.properties.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.autoconfigure.properties.LeafStartException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

        assertThat(settings()).isNotEmpty().allSatisfy((name, value) -> {
            String shown = value.equals(NONE) ? "" : value.isEmpty() ? "none " : "`%s` ".formatted(value);
            assertThat(page).contains("\n| `%s` | %s | %s| ".formatted(name, valuesOf(name), shown));
        });
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

    /** The defaults of all settings but the old names. */
    private static Map<String, String> settings() {
        return METADATA.values().stream()
                .filter(property -> !property.containsKey("deprecation"))
                .collect(Collectors.toMap(
                        LeafMetadataTest::name,
                        property -> String.valueOf(property.getOrDefault("defaultValue", NONE))));
    }

    @Test
    void everyOldNameSaysWhatReplacesIt() {
        Map<String, String> replacements = METADATA.values().stream()
                .filter(property -> property.containsKey("deprecation"))
                .collect(Collectors.toMap(
                        LeafMetadataTest::name,
                        property -> String.valueOf(((Map<?, ?>) property.get("deprecation")).get("replacement"))));

        assertThat(replacements).isEqualTo(OLD_NAMES);
        assertThat(settings()).containsKeys(OLD_NAMES.values().toArray(String[]::new));
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
        assertThat(read("hints").keySet()).isNotEmpty().isSubsetOf(settings().keySet());
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
