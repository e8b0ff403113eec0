package io.leafid.autoconfigure.properties.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** What an editor shows about the settings: all of them, each described, each with its default. */
class LeafMetadataTest {

    private static final String NONE = "(none)";

    /** Names of the original, and what they are called now. */
    private static final Map<String, String> OLD_NAMES = Map.of(
            "leaf.segment.enable", "leaf.segment.enabled",
            "leaf.segment.url", "leaf.jdbc.url",
            "leaf.segment.username", "leaf.jdbc.username",
            "leaf.segment.password", "leaf.jdbc.password",
            "leaf.snowflake.enable", "leaf.snowflake.enabled",
            "leaf.snowflake.address", "leaf.snowflake.zk.address");

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
