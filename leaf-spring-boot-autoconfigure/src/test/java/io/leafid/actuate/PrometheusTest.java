package io.leafid.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.segment.SegmentStores;
import io.leafid.segment.SegmentStores.TagStore;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.StartFailures;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.testing.BracketedTexts;
import io.leafid.testing.OperatedApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What a Prometheus server scrapes from an application with both engines, and that the ready rules and panels fit it. */
class PrometheusTest {

    private static final Path DOCS = Path.of("..", "docs");
    private static final Pattern SERIES = Pattern.compile("\\bleaf_[a-z_]+\\b");
    private static final Pattern METER = Pattern.compile("`(leaf\\.[a-z.]+)(?:\\{[^}`]*})?`");

    private static final SnowflakeScene snowflake = new SnowflakeScene();
    private static final OperatedApplication application = new OperatedApplication(
            beans -> {
                snowflake.addTo(beans);
                BracketedTexts.addTo(beans);
                beans.registerBean(SegmentStores.class, () -> stores(beans.getBean(SegmentStore.class)));
            },
            "leaf.segment.enabled=true",
            "leaf.segment.prefetch-at=0.5",
            "leaf.tags.invoice.order=global");

    private static SegmentStores stores(SegmentStore usual) {
        TagStore audits =
                new TagStore("audits", new InMemorySegmentStore(), Set.of("audit"), StartFailures.UNEXPLAINED);
        return new SegmentStores(usual, List.of(audits), StartFailures.UNEXPLAINED);
    }

    @BeforeAll
    static void useBothEngines() {
        application.sql("insert into leaf_alloc (biz_tag, max_id, step) values ('order', 1, 1000)");
        application.sql("insert into leaf_alloc (biz_tag, max_id, step) values ('invoice', 1, 1000)");
        application.segment().nextIds("order", 42);
        application.segment().nextId("invoice");
        for (String tag : List.of("order", "invoice")) { // noted after the caller was served
            Awaitility.await().until(() -> isNoted(tag));
        }
        snowflake.generator.nextIds("payment", 17);
        application.metrics().refresh();
    }

    private static boolean isNoted(String tag) {
        return application.segment().status(tag).orElseThrow().allocations().last() != null;
    }

    @AfterAll
    static void close() {
        application.close();
    }

    private static String scrape() {
        return application.text("/actuator/prometheus", 200);
    }

    @Test
    void scrapesBothEngines() {
        long waits = application
                .segment()
                .status("order")
                .orElseThrow()
                .waits()
                .count(); // none if the allocation was quick enough

        assertThat(scrape().lines().filter(line -> line.startsWith("leaf_")).collect(Collectors.joining("\n")))
                .contains("leaf_ids_issued_total{engine=\"segment\",tag=\"order\"} 42.0")
                .contains("leaf_segment_global_order{tag=\"invoice\"} 1.0")
                .doesNotContain("leaf_segment_global_order{tag=\"order\"}")
                .contains("leaf_ids_issued_total{engine=\"snowflake\",tag=\"all\"} 17.0")
                .contains("leaf_segment_database_state{database=\"audits\",state=\"down\"} 0.0")
                .contains("leaf_segment_database_allocations_total{database=\"audits\"} 0.0")
                .contains("leaf_segment_remaining{tag=\"order\"} 958.0")
                .contains("leaf_segment_step{tag=\"order\"} 1000.0")
                .contains("leaf_segment_load_seconds_count{outcome=\"success\",tag=\"order\"} 1")
                .contains("leaf_segment_load_seconds_count{outcome=\"failure\",tag=\"order\"} 0")
                .contains("leaf_segment_waits_seconds_count{tag=\"order\"} " + waits)
                .contains("leaf_snowflake_clock_backwards_total 0.0")
                .contains("leaf_snowflake_lead_seconds 0.0")
                .contains("leaf_lease_remaining_seconds 600.0")
                .contains("leaf_lease_reservation_seconds 600.0")
                .contains("leaf_lease_extension_seconds_count{outcome=\"success\"} 1")
                .containsPattern("leaf_lifetime_remaining_seconds 1\\.7\\d+E9");
    }

    @Test
    void aTagThatIsUsedForTheFirstTimeAppearsByItself() {
        application.sql("insert into leaf_alloc (biz_tag, max_id, step) values ('late', 1, 1000)");
        application.segment().nextId("late");

        Awaitility.await().until(() -> scrape().contains("leaf_ids_issued_total{engine=\"segment\",tag=\"late\"} 1.0"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"run/prometheus-rules.yml", "run/grafana-dashboard.json"})
    void rulesAndPanelsUseOnlySeriesThatAreScraped(String file) throws IOException {
        assertThat(found(SERIES, 0, Files.readString(DOCS.resolve(file))))
                .isNotEmpty()
                .isSubsetOf(found(SERIES, 0, scrape()));
    }

    @Test
    void everySeriesHasARuleOrAPanel() throws IOException {
        String used = Files.readString(DOCS.resolve("run/prometheus-rules.yml"))
                + Files.readString(DOCS.resolve("run/grafana-dashboard.json"));

        assertThat(found(SERIES, 0, used)).containsAll(typesOf(scrape()));
    }

    /** The families of a scrape, each by the series that a query would use. */
    private static Set<String> typesOf(String scrape) {
        return Pattern.compile("(?m)^# TYPE (leaf_\\S+) (\\S+)$")
                .matcher(scrape)
                .results()
                .map(type -> type.group(2).equals("summary") ? type.group(1) + "_count" : type.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void theManualExplainsEveryMeterAndNoOther() throws IOException {
        JsonNode names = application.json("/actuator/metrics", 200).get("names");
        List<String> meters = names.valueStream()
                .map(JsonNode::asString)
                .filter(name -> name.startsWith("leaf."))
                .toList();
        String manual = Files.readString(DOCS.resolve("run/monitoring.md"));
        int begin = manual.indexOf("## Metrics");
        String section = manual.substring(begin, manual.indexOf("\n## ", begin + 1));

        assertThat(found(METER, 1, section)).containsExactlyInAnyOrderElementsOf(meters);
    }

    @Test
    void theDashboardIsValidJson() throws IOException {
        JsonNode dashboard = OperatedApplication.parse(Files.readString(DOCS.resolve("run/grafana-dashboard.json")));

        assertThat(dashboard.get("panels")).isNotEmpty().allSatisfy(panel -> {
            assertThat(panel.get("title").asString()).isNotBlank();
            assertThat(panel.has("targets") || panel.get("type").asString().equals("row"))
                    .isTrue();
        });
    }

    private static Set<String> found(Pattern pattern, int group, String text) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group(group))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
