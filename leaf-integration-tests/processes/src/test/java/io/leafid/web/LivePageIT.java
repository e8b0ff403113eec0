package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.ClockMovedBackwardsException;
import io.leafid.SegmentUnavailableException;
import io.leafid.SnowflakeId;
import io.leafid.TagLimit;
import io.leafid.TagLimits;
import io.leafid.actuate.SnowflakeScene;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.testing.OperatedApplication;
import io.leafid.testing.TcpProxy;
import java.io.IOException;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;
import tools.jackson.databind.JsonNode;

/** What the live page shows and says, in a real browser; pictures are kept in {@code target/screenshots}. */
@ExtendWith(LiveScene.Provider.class)
@Tag("landing")
class LivePageIT {

    private static final long MOST_LAYOUTS = 20;

    private final LiveScene scene;
    private final OperatedApplication application;
    private final Chromium browser;
    private final LivePage page;

    LivePageIT(LiveScene scene) {
        this.scene = scene;
        this.application = scene.application;
        this.browser = scene.browser;
        this.page = scene.page;
    }

    @Test
    void theCurrentSegmentDrainsAndTheNextOneFillsWhileIdsAreTaken() throws IOException {
        scene.tag("drain", 2_001, 1_000);
        scene.take("drain", 50);
        scene.open();
        page.eventually("a segment that is nearly full", p -> {
            assertThat(p.row("drain").at("/current/value").asString()).isEqualTo("95");
            assertThat(p.row("drain").at("/current/width").asInt()).isEqualTo(95);
            assertThat(p.part("drain", "left")).isEqualTo("950 of 1,000 left");
            assertThat(p.part("drain", "position")).isEqualTo("next id 2051");
            assertThat(p.row("drain").at("/next/width").asInt()).isZero();
            assertThat(p.part("drain", "range")).isEqualTo("not allocated yet");
        });

        scene.take("drain", 750);
        page.eventually("one that has drained, and the next one", p -> {
            assertThat(p.row("drain").at("/current/width").asInt()).isEqualTo(20);
            assertThat(p.part("drain", "position")).isEqualTo("next id 2801");
            assertThat(p.row("drain").at("/next/width").asInt()).isEqualTo(100);
            assertThat(p.part("drain", "range")).isEqualTo("3001 to 4000");
        });
        browser.screenshot("desktop-light", true);
        browser.prefers("dark");
        browser.screenshot("desktop-dark", true);

        scene.take("drain", 201);
        page.eventually("that one in its place", p -> {
            assertThat(p.part("drain", "position")).isEqualTo("next id 3002");
            assertThat(p.row("drain").at("/current/text").asString()).isEqualTo("999 of 1,000 left, next id 3002");
        });
    }

    @Test
    void positionStepAllocationAndRateAgreeWithTheEndpoint() {
        scene.tag("agree", 9_007_199_254_740_993L, 2_000);
        scene.takeSteadily("agree", 20);
        scene.open();
        page.eventually("the rate of the endpoint, after some seconds of history", p -> {
            JsonNode shown = p.row("agree");
            JsonNode tag = scene.endpoint("/segment/tags/agree");
            assertThat(shown.get("rate").asString())
                    .isEqualTo(rate(tag.get("idsPerSecond").asDouble()));
            assertThat(tag.get("idsPerSecond").asDouble()).isPositive();
            assertThat(shown.get("points").size()).isGreaterThan(3);
            assertThat(shown.get("outlook").asString()).startsWith("reserve lasts ");
        });

        scene.stopTaking();
        page.eventually("the numbers of the endpoint", p -> {
            JsonNode shown = p.row("agree");
            JsonNode tag = scene.endpoint("/segment/tags/agree");
            assertThat(shown.get("rate").asString()).isEqualTo("0");
            assertThat(shown.get("peak").asString()).matches("peak [0-9.]+");
            assertThat(shown.get("state").asString()).isEqualTo(tag.get("state").asString());
            assertThat(shown.get("position").asString())
                    .isEqualTo("next id " + tag.at("/current/next").asString());
            assertThat(shown.get("left").asString().replace(",", ""))
                    .startsWith(tag.at("/current/remaining").asString() + " of ");
            assertThat(shown.get("step").asString().replace(",", ""))
                    .isEqualTo(tag.get("step").asString());
            assertThat(shown.get("outcome").asString())
                    .isEqualTo(tag.at("/lastLoad/outcome").asString());
            assertThat(shown.get("allocated").asString())
                    .isEqualTo(tag.at("/lastLoad/at").asString());
            assertThat(shown.get("took").asString())
                    .isEqualTo("took " + time(tag.at("/lastLoad/took").asString()));
        });
    }

    @Test
    void orderAcrossNodesAndTheLimitOfATagAreShown() {
        scene.tag("ledger", 1, 100);
        scene.take("ledger", 5);
        scene.open();
        page.eventually("that nothing is reserved ahead", p -> {
            assertThat(p.part("ledger", "left")).isEqualTo("global order");
            assertThat(p.part("ledger", "position")).isEqualTo("nothing is reserved ahead");
            assertThat(p.part("ledger", "range")).isEqualTo("allocated by call");
            assertThat(p.row("ledger").at("/current/width").asInt()).isZero();
            assertThat(p.part("ledger", "outlook")).isEmpty();
        });

        application.bean(TagLimits.class).set("ledger", new TagLimit(false, 2_500L));
        page.eventually(
                "the limit",
                p -> assertThat(p.part("ledger", "outlook")).isEqualTo("switched off, at most 2,500 a second"));
    }

    private static String rate(double perSecond) {
        return number(perSecond < 100 ? "#,##0.#" : "#,##0", perSecond);
    }

    /** A duration of less than two minutes as the page writes it. */
    private static String time(String duration) {
        double millis = Duration.parse(duration).toNanos() / 1e6;
        return Math.abs(millis) >= 1_000
                ? number("#,##0.#", millis / 1_000) + "\u00a0s"
                : (millis == 0) ? "0\u00a0s" : number("#,##0.#", millis) + "\u00a0ms";
    }

    private static String number(String pattern, double value) {
        DecimalFormat format = new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT));
        format.setRoundingMode(RoundingMode.HALF_UP);
        return format.format(value);
    }

    @Test
    void aDatabaseThatIsCutOffIsToldUntilItIsBack() throws IOException {
        scene.tag("outage", 1, 100);
        scene.take("outage", 5);
        scene.open();
        page.eventually("a good state", p -> shows(p, "UP", "READY"));

        application.cutOffDatabase();
        try {
            scene.take("outage", 75); // past the point at which the next segment is allocated
            page.eventually("a reserve that is not renewed", p -> shows(p, "DOWN", "DEGRADED"));
            page.eventually(
                    "the registry in the same database",
                    p -> assertThat(p.text("registry")).isEqualTo("DOWN"));
            page.isReadable();
            browser.screenshot("outage-degraded", true);

            assertThatThrownBy(() -> scene.take("outage", 100)).isInstanceOf(SegmentUnavailableException.class);
            page.eventually("a reserve that is used up", p -> shows(p, "DOWN", "UNAVAILABLE"));
            page.eventually(
                    "the last of it",
                    p -> assertThat(p.row("outage").at("/current/width").asInt())
                            .isZero());
            assertThat(page.text("summary")).startsWith("1 UNAVAILABLE");
            page.isReadable();
            browser.screenshot("outage", true);
        } finally {
            application.restoreDatabase();
        }

        scene.takeSteadily("outage", 1);
        page.eventually("recovery", p -> shows(p, "UP", "READY"));
        page.eventually(
                "the registry again", p -> assertThat(p.text("registry")).isEqualTo("UP"));
    }

    private void shows(LivePage shown, String store, String state) {
        assertThat(shown.text("store")).isEqualTo(store);
        assertThat(shown.part("outage", "state")).isEqualTo(state);
        assertThat(scene.endpoint("/segment/store").asString()).isEqualTo(store);
        assertThat(scene.endpoint("/segment/tags/outage/state").asString()).isEqualTo(state);
    }

    @Test
    void aLostConnectionIsSaidAndWhatIsStaleLooksStale() throws IOException {
        scene.tag("lost", 1, 100);
        scene.take("lost", 30);
        TcpProxy line = new TcpProxy(application.port());
        scene.open(line.port(), "/leaf");
        page.eventually(
                "a segment",
                p -> assertThat(p.row("lost").at("/current/width").asInt()).isEqualTo(70));
        String color = page.row("lost").at("/current/color").asString();

        line.close();
        isLost();
        assertThat(page.row("lost").at("/current/color").asString()).isNotEqualTo(color);
        page.isReadable();
        browser.screenshot("connection-lost", true);
        scene.take("lost", 20);

        TcpProxy other = new TcpProxy(application.port(), line.port());
        page.isLive();
        assertThat(page.text("connection")).isEqualTo("Live");
        assertThat(browser.title()).isEqualTo("Leaf: orders");
        page.eventually(
                "the present", p -> assertThat(p.part("lost", "position")).isEqualTo("next id 51"));
        assertThat(page.row("lost").at("/current/color").asString()).isEqualTo(color);

        other.goDead(); // nothing is refused, nothing is answered
        isLost();
        other.close();
        try (TcpProxy last = new TcpProxy(application.port(), line.port())) {
            page.isLive();
            assertThat(last.port()).isEqualTo(line.port());
        }
    }

    private void isLost() {
        page.eventually("a lost connection", p -> {
            assertThat(p.connection()).isEqualTo("lost");
            assertThat(p.text("connection"))
                    .matches("Connection lost, trying again\\. Everything below is from \\d\\d:\\d\\d:\\d\\d\\.");
        });
        assertThat(browser.title()).startsWith("Not live");
        assertThat((String) browser.run(
                        "return getComputedStyle(document.getElementById('segment-title'), '::after').content"))
                .contains("not live");
    }

    @Test
    void aLoginThatHasEndedIsNotTakenForALostConnection() {
        scene.open();
        try {
            scene.gate.answer = 401;
            page.eventually(
                    "a refusal",
                    p -> assertThat(p.text("connection"))
                            .startsWith("No state: the server answers 401. Everything below is from "));
            assertThat(page.connection()).isEqualTo("lost");
            scene.gate.answer = 302;
            page.eventually(
                    "a login page instead of the state",
                    p -> assertThat(p.text("connection")).startsWith("Not allowed any more: load this page again. "));
        } finally {
            scene.gate.answer = 0;
        }
        page.isLive();
    }

    @Test
    void aThousandTagsStayQuickAndLeaveNothingBehind() throws IOException {
        scene.open();
        long before = nodes();
        application.sql("insert into leaf_alloc (biz_tag, max_id, step)"
                + " select 'many-' || lpad(x, 3, '0'), 1, 1000 from system_range(0, 999)");
        page.sortBy("tag");
        page.eventually("as many as one looks through", p -> {
            assertThat(p.tags()).hasSize(100);
            assertThat(p.text("not-shown")).endsWith(" more are not shown: filter, or show more.");
        });
        page.show(1_000);
        page.type("filter", "many-");
        page.eventually("all of them", p -> assertThat(many(p)).hasSize(1_000));
        scene.take("many-700", 1);
        scene.takeSteadily("many-500", 10);

        page.sortBy("state");
        page.eventually(
                "those with ids first", p -> assertThat(many(p)).startsWith("many-500", "many-700", "many-000"));
        page.sortBy("rate");
        page.eventually("the busy one first", p -> assertThat(many(p)).startsWith("many-500", "many-000"));
        page.sortBy("left");
        page.eventually("the one that ends first", p -> assertThat(many(p)).startsWith("many-500", "many-000"));
        page.sortBy("tag");
        page.eventually("all in order", p -> assertThat(many(p)).hasSize(1_000).isSorted());
        browser.screenshot("thousand-tags", false);
        assertThat(layoutsPerRefresh())
                .as("a thousand rows are laid out at once")
                .isLessThan(MOST_LAYOUTS);

        page.type("filter", "MANY-07");
        page.eventually("those that match", p -> {
            assertThat(many(p)).hasSize(10).startsWith("many-070").isSorted();
            assertThat(p.text("count"))
                    .isEqualTo("10 of "
                            + number("#,##0", scene.endpoint("/segment/known").asInt()) + " tags");
        });
        page.type("filter", "nothing like it");
        page.eventually("a word about it", p -> assertThat(p.text("no-tags")).isEqualTo("No tag matches the filter."));
        page.type("filter", "");
        page.show(100);

        scene.stopTaking();
        application.sql("delete from leaf_alloc where biz_tag like 'many-%'");
        page.eventually("none of them", p -> assertThat(many(p)).isEmpty());
        page.eventually("no node of theirs", p -> assertThat(nodes()).isLessThan(before + 500));
    }

    private List<String> many(LivePage shown) {
        return shown.tags().stream().filter(tag -> tag.startsWith("many-")).toList();
    }

    /** Nodes that the browser keeps, attached or not. */
    private long nodes() {
        browser.cdp("HeapProfiler.collectGarbage");
        return browser.cdp("Memory.getDOMCounters").get("nodes").asLong();
    }

    /** How often the browser computes styles or lays something out for one refresh. */
    private long layoutsPerRefresh() {
        browser.startMeasuring();
        long first = page.refreshes();
        long before = browser.layouts();
        page.eventually("some refreshes", p -> assertThat(p.refreshes()).isGreaterThanOrEqualTo(first + 4));
        return (browser.layouts() - before) / (page.refreshes() - first);
    }

    @Test
    void snowflakeShowsItsLeaseItsClockAndAllLeases() {
        scene.open();
        page.eventually("the lease of the endpoint", p -> {
            JsonNode snowflake = scene.endpoint("/snowflake");
            JsonNode lease = snowflake.get("lease");
            assertThat(p.text("worker-id"))
                    .isEqualTo(snowflake.get("workerId").asString())
                    .isEqualTo("1");
            assertThat(p.text("lease-state")).isEqualTo(lease.get("state").asString());
            assertThat(p.text("owner")).isEqualTo(lease.get("owner").asString()).isEqualTo("10.0.0.1:8080");
            assertThat(p.text("mode")).isEqualTo("mysql");
            assertThat(p.text("registry")).isEqualTo("UP");
            assertThat(p.dateTime("ceiling-time"))
                    .isEqualTo(lease.get("ceiling").asString());
            assertThat(p.dateTime("extended"))
                    .isEqualTo(lease.get("lastExtended").asString());
            assertThat(p.dateTime("lifetime"))
                    .isEqualTo(snowflake.at("/layout/lastInstant").asString());
            assertThat(p.text("ceiling-text")).isEqualTo("no end while the disk works");
            assertThat(p.text("offset"))
                    .isEqualTo(time(snowflake.at("/clock/offsetFromPeers").asString()) + " (1 compared)");
            assertThat(p.text("steps-back")).isEqualTo("0");
            assertThat(p.text("leases"))
                    .matches("(?s)0\\s+10\\.0\\.0\\.2:8080\\s+[\\d:]+\\s+live\\s+reported [\\d:]+\\s+"
                            + "1\\s+10\\.0\\.0\\.1:8080\\s+[\\d:]+\\s+live, this instance\\s+reported [\\d:]+\\s*");
            assertThat(p.text("leases-note")).matches("read \\d+\u00a0s ago");
        });
    }

    @Test
    void anIdIsDecodedAndWhatIsNoneIsExplained() {
        SnowflakeIdGenerator generator = application.bean(SnowflakeIdGenerator.class);
        SnowflakeId id = generator.layout().unpack(generator.nextId("decode"));
        scene.open();
        page.type("decode-id", id.id() + Keys.ENTER.toString());
        page.eventually(
                "its parts",
                p -> assertThat(p.text("decoded"))
                        .isEqualTo("%s, worker id 1, sequence %d".formatted(id.timestamp(), id.sequence())));

        for (String bad : List.of("abc", "-1", "9223372036854775808", "1 2", "%2e%2e")) {
            page.type("decode-id", bad + Keys.ENTER);
            page.eventually("an explanation of " + bad, p -> {
                assertThat(p.text("decoded")).contains(bad);
                assertThat(p.level("decoded")).isEqualTo("bad");
            });
        }
    }

    /** Below a base path, where everything that the page asks for must be too. */
    @Test
    void aClockThatSteppedBackIsCounted() {
        SnowflakeScene engine = new SnowflakeScene();
        try (OperatedApplication other =
                new OperatedApplication(engine::addTo, "leaf.web.enabled=true", "leaf.web.base-path=/ids")) {
            scene.open(other.port(), "/ids/leaf");
            page.eventually("no step", p -> assertThat(p.text("steps-back")).isEqualTo("0"));

            long id = engine.generator().nextId("any");
            engine.stepClock(Duration.ofSeconds(-7));
            assertThatThrownBy(() -> engine.generator().nextId("any")).isInstanceOf(ClockMovedBackwardsException.class);
            page.type("decode-id", id + Keys.ENTER.toString());

            page.eventually("one step", p -> {
                assertThat(p.text("steps-back")).isEqualTo("1");
                assertThat(p.level("steps-back")).isEqualTo("warn");
                assertThat(p.text("lead")).isEqualTo("7\u00a0s");
                assertThat(p.text("decoded")).contains("worker id 0");
            });
            assertThat((Boolean) browser.run("return document.getElementById('segment').checkVisibility()"))
                    .isFalse();
        }
    }
}
