package io.leafid.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.LeafEvent;
import io.leafid.lease.LeaseStatus;
import io.leafid.segment.status.LastAllocation;
import io.leafid.segment.status.SegmentTagStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of docs/run/monitoring.md name every event, state, level and alarm, and no other; each alarm leads to its box. */
class MonitoringPageTest {

    private static final Path DOCS = Path.of("..", "docs");

    private static final Pattern CODE = Pattern.compile("`(\\w+)`");

    private static String read(Path file) throws IOException {
        return Files.readString(file);
    }

    /** The cells, from 1, of the rows of the table whose head begins so. */
    private static List<String[]> rows(String head) throws IOException {
        return read(DOCS.resolve("run/monitoring.md"))
                .lines()
                .dropWhile(line -> !line.startsWith("| " + head))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.split("\\s*\\|\\s*"))
                .toList();
    }

    private static List<String> firstCells(String head) throws IOException {
        return rows(head).stream().map(row -> row[1]).toList();
    }

    /** The words in code type that the table's first cells hold. */
    private static List<String> named(String head) throws IOException {
        return firstCells(head).stream()
                .flatMap(cell -> CODE.matcher(cell).results())
                .map(word -> word.group(1))
                .toList();
    }

    private static List<String> names(Enum<?>[] values) {
        return Stream.of(values).map(Enum::name).toList();
    }

    @Test
    void everyEventIsThere() throws IOException {
        assertThat(named("event |"))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(LeafEvent.class.getPermittedSubclasses())
                        .map(Class::getSimpleName)
                        .toList());
    }

    @Test
    void everyStateIsThere() throws IOException {
        assertThat(named("state of a tag")).isEqualTo(names(SegmentTagStatus.State.values()));
        assertThat(named("outcome of a load")).isEqualTo(names(LastAllocation.Outcome.values()));
        assertThat(named("state of the lease")).containsExactlyInAnyOrderElementsOf(names(LeaseStatus.State.values()));
    }

    @Test
    void everyLevelOfHealthIsThere() throws IOException {
        assertThat(named("status of an engine"))
                .containsExactlyInAnyOrderElementsOf(names(EngineHealth.Level.values()));
    }

    @Test
    void everyAlarmIsThereAndAsBadAsItsRuleSays() throws IOException {
        Map<String, String> rules = Pattern.compile("- alert: (\\w+)(?s:.*?)severity: (\\w+)")
                .matcher(read(DOCS.resolve("run/prometheus-rules.yml")))
                .results()
                .collect(Collectors.toMap(rule -> rule.group(1), rule -> rule.group(2)));
        Map<String, String> page = new HashMap<>();
        for (String[] row : rows("alarm |")) {
            CODE.matcher(row[1])
                    .results()
                    .map(word -> word.group(1))
                    .filter(word -> word.startsWith("Leaf"))
                    .forEach(alarm -> page.put(alarm, row[2].equals("page") ? "critical" : "warning"));
        }

        assertThat(page).isEqualTo(rules);
    }

    /** The link of the manual is that of the rule, and both lead to a heading of the runbook. */
    @Test
    void everyAlarmLeadsToItsBox() throws IOException {
        Map<String, String> boxes = Pattern.compile(
                        "- alert: (\\w+)(?s:(?:(?!- alert).)*?)runbook_url: \"https\\S+/docs/run/ids-have-stopped[.]md#([a-z-]+)\"")
                .matcher(read(DOCS.resolve("run/prometheus-rules.yml")))
                .results()
                .collect(Collectors.toMap(rule -> rule.group(1), rule -> rule.group(2)));
        List<String> headings = read(DOCS.resolve("run/ids-have-stopped.md"))
                .lines()
                .filter(line -> line.startsWith("## "))
                .map(line -> line.substring(3)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z -]", "")
                        .replace(' ', '-'))
                .toList();

        assertThat(boxes.keySet())
                .isEqualTo(named("alarm |").stream()
                        .filter(word -> word.startsWith("Leaf"))
                        .collect(Collectors.toSet()));
        assertThat(headings).containsAll(boxes.values());
        for (String[] row : rows("alarm |")) {
            assertThat(CODE.matcher(row[1])
                            .results()
                            .map(word -> boxes.getOrDefault(word.group(1), ""))
                            .filter(box -> !box.isEmpty()))
                    .allSatisfy(box -> assertThat(row[3]).contains("#" + box + ")"));
        }
    }

    @Test
    void everyEventLeadsSomewhere() throws IOException {
        assertThat(rows("event |")).allSatisfy(row -> assertThat(row[2]).contains("]("));
    }
}
