package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.leafid.ClockMovedBackwardsException;
import io.leafid.SegmentUnavailableException;
import io.leafid.SnowflakeId;
import io.leafid.actuate.SnowflakeScene;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.testing.OperatedApplication;
import io.leafid.testing.TcpProxy;
import java.io.IOException;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import tools.jackson.databind.JsonNode;

/** The live page in a real browser, served by a real application; pictures are kept in {@code target/screenshots}. */
class LivePageIT {

    private static final String FRAGMENT = "<img src=x onerror=\"document.title='executed'\">";

    private static OperatedApplication peer;
    private static OperatedApplication application;
    private static Chromium browser;
    private static LivePage page;

    private final ScheduledExecutorService load = Executors.newSingleThreadScheduledExecutor();

    @BeforeAll
    static void startApplicationsAndBrowser(@TempDir Path directory) throws IOException {
        assumeTrue(Chromium.isInstalled(), Chromium.NOTICE);
        peer = instance("10.0.0.2", directory);
        application = instance(
                "10.0.0.1",
                directory,
                "leaf.segment.enabled=true",
                "leaf.segment.refresh-interval=500ms",
                "leaf.segment.wait-timeout=100ms",
                "leaf.web.enabled=true");
        browser = new Chromium(directory.resolve("profile"));
        page = new LivePage(browser);
    }

    /** One of the instances of a service, which share a database. */
    private static OperatedApplication instance(String host, Path directory, String... properties) {
        List<String> all = new ArrayList<>(List.of(properties));
        all.addAll(List.of(
                "spring.datasource.url=jdbc:h2:mem:live-page;DB_CLOSE_DELAY=-1",
                "leaf.snowflake.enabled=true",
                "leaf.snowflake.mode=mysql",
                "leaf.snowflake.host=" + host,
                "leaf.snowflake.port=8080",
                "leaf.snowflake.state-directory=" + directory.resolve(host)));
        return new OperatedApplication(all.toArray(String[]::new));
    }

    @AfterAll
    static void stopAll() {
        if (browser != null) {
            browser.close();
        }
        if (application != null) {
            application.close();
        }
        if (peer != null) {
            peer.close();
        }
    }

    @BeforeEach
    void forget() {
        browser.forgetLogs();
    }

    @AfterEach
    void nothingWasExecutedRefusedOrAskedElsewhere() {
        load.shutdownNow();
        assertThat(browser.complaints())
                .allMatch(text -> text.contains("Failed to load resource"), "cut off on purpose");
        assertThat(browser.requests()).allMatch(url -> url.startsWith("http://localhost:") || url.startsWith("data:"));
    }

    private static void open() {
        open(application.port(), "/leaf");
    }

    private static void open(int port, String path) {
        browser.open("http://localhost:" + port + path);
        page.isLive();
    }

    private static void tag(String name, long maxId, int step) {
        application.sql("insert into leaf_alloc (biz_tag, max_id, step) values ('%s', %d, %d)"
                .formatted(name.replace("'", "''"), maxId, step));
    }

    private static void take(String tag, int count) {
        assertThat(application.segment().nextIds(tag, count)).hasSize(count);
    }

    private void takeSteadily(String tag, int perTenth) {
        ScheduledFuture<?> unused =
                load.scheduleAtFixedRate(() -> tryToTake(tag, perTenth), 0, 100, TimeUnit.MILLISECONDS);
    }

    private static void tryToTake(String tag, int count) {
        try {
            take(tag, count);
        } catch (SegmentUnavailableException ex) {
            // as a caller who comes back later
        }
    }

    private static JsonNode endpoint(String pointer) {
        return application.json("/actuator/leaf", 200).at(pointer);
    }

    @Test
    void theCurrentSegmentDrainsAndTheNextOneFillsWhileIdsAreTaken() throws IOException {
        tag("drain", 2_001, 1_000);
        take("drain", 50);
        open();
        page.eventually("a segment that is nearly full", p -> {
            assertThat(p.row("drain").at("/current/value").asString()).isEqualTo("95");
            assertThat(p.row("drain").at("/current/width").asInt()).isEqualTo(95);
            assertThat(p.part("drain", "left")).isEqualTo("950 of 1,000 left");
            assertThat(p.part("drain", "position")).isEqualTo("next id 2051");
            assertThat(p.row("drain").at("/next/width").asInt()).isZero();
            assertThat(p.part("drain", "range")).isEqualTo("not bought yet");
        });

        take("drain", 650);
        page.eventually("one that has drained, and the next one", p -> {
            assertThat(p.row("drain").at("/current/width").asInt()).isEqualTo(30);
            assertThat(p.part("drain", "position")).isEqualTo("next id 2701");
            assertThat(p.row("drain").at("/next/width").asInt()).isEqualTo(100);
            assertThat(p.part("drain", "range")).isEqualTo("3001 to 4000");
        });
        browser.screenshot("desktop-light", true);
        browser.prefers("dark");
        browser.screenshot("desktop-dark", true);

        take("drain", 301);
        page.eventually("that one in its place", p -> {
            assertThat(p.part("drain", "position")).isEqualTo("next id 3002");
            assertThat(p.row("drain").at("/current/text").asString()).isEqualTo("999 of 1,000 left, next id 3002");
        });
    }

    @Test
    void positionStepPurchaseAndRateAgreeWithTheEndpoint() {
        tag("agree", 9_007_199_254_740_993L, 2_000);
        takeSteadily("agree", 20);
        open();
        page.eventually("the rate of the endpoint, after some seconds of history", p -> {
            JsonNode shown = p.row("agree");
            JsonNode tag = endpoint("/segment/tags/agree");
            assertThat(shown.get("rate").asString())
                    .isEqualTo(rate(tag.get("idsPerSecond").asDouble()));
            assertThat(tag.get("idsPerSecond").asDouble()).isPositive();
            assertThat(shown.get("points").size()).isGreaterThan(3);
            assertThat(shown.get("outlook").asString()).startsWith("reserve lasts ");
        });

        load.shutdownNow();
        page.eventually("the numbers of the endpoint", p -> {
            JsonNode shown = p.row("agree");
            JsonNode tag = endpoint("/segment/tags/agree");
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
            assertThat(shown.get("bought").asString())
                    .isEqualTo(tag.at("/lastLoad/at").asString());
            assertThat(shown.get("took").asString())
                    .isEqualTo("took " + time(tag.at("/lastLoad/took").asString()));
        });
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
        tag("outage", 1, 100);
        take("outage", 5);
        open();
        page.eventually("a good state", p -> shows(p, "UP", "READY"));

        application.cutOffDatabase();
        try {
            take("outage", 15); // past the point at which the next segment is bought
            page.eventually("a reserve that is not renewed", p -> shows(p, "DOWN", "DEGRADED"));
            page.eventually(
                    "the registry in the same database",
                    p -> assertThat(p.text("registry")).isEqualTo("DOWN"));
            page.isReadable();
            browser.screenshot("outage-degraded", true);

            assertThatThrownBy(() -> take("outage", 100)).isInstanceOf(SegmentUnavailableException.class);
            page.eventually("a reserve that is used up", p -> shows(p, "DOWN", "UNAVAILABLE"));
            assertThat(page.text("summary")).startsWith("1 UNAVAILABLE");
            page.isReadable();
            browser.screenshot("outage", true);
        } finally {
            application.restoreDatabase();
        }

        takeSteadily("outage", 1);
        page.eventually("recovery", p -> shows(p, "UP", "READY"));
        page.eventually(
                "the registry again", p -> assertThat(p.text("registry")).isEqualTo("UP"));
    }

    private static void shows(LivePage shown, String store, String state) {
        assertThat(shown.text("store")).isEqualTo(store);
        assertThat(shown.part("outage", "state")).isEqualTo(state);
        assertThat(endpoint("/segment/store").asString()).isEqualTo(store);
        assertThat(endpoint("/segment/tags/outage/state").asString()).isEqualTo(state);
    }

    @Test
    void aLostConnectionIsSaidAndWhatIsStaleLooksStale() throws IOException {
        tag("lost", 1, 100);
        take("lost", 30);
        TcpProxy line = new TcpProxy(application.port());
        open(line.port(), "/leaf");
        page.eventually(
                "a segment",
                p -> assertThat(p.row("lost").at("/current/width").asInt()).isEqualTo(70));
        String color = page.row("lost").at("/current/color").asString();

        line.close();
        isLost();
        assertThat(page.row("lost").at("/current/color").asString()).isNotEqualTo(color);
        page.isReadable();
        browser.screenshot("connection-lost", true);
        take("lost", 20);

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

    private static void isLost() {
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
    void aThousandTagsStayQuickAndLeaveNothingBehind() throws IOException {
        open();
        long before = nodes();
        application.sql("insert into leaf_alloc (biz_tag, max_id, step)"
                + " select 'many-' || lpad(x, 3, '0'), 1, 1000 from system_range(0, 999)");
        page.eventually("all of them", p -> assertThat(many(p)).hasSize(1_000));
        take("many-700", 1);
        takeSteadily("many-500", 10);

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
        assertThat(secondsPerRefresh()).isLessThan(0.25);

        page.type("filter", "MANY-07");
        page.eventually("those that match", p -> {
            assertThat(many(p)).hasSize(10).startsWith("many-070").isSorted();
            assertThat(p.text("count"))
                    .isEqualTo(
                            "10 of " + number("#,##0", endpoint("/segment/tags").size()) + " tags");
        });
        page.type("filter", "nothing like it");
        page.eventually("a word about it", p -> assertThat(p.text("no-tags")).isEqualTo("No tag matches the filter."));
        page.type("filter", "");

        load.shutdownNow();
        application.sql("delete from leaf_alloc where biz_tag like 'many-%'");
        page.eventually("none of them", p -> assertThat(many(p)).isEmpty());
        page.eventually("no node of theirs", p -> assertThat(nodes()).isLessThan(before + 500));
    }

    private static List<String> many(LivePage shown) {
        return shown.tags().stream().filter(tag -> tag.startsWith("many-")).toList();
    }

    /** Nodes that the browser keeps, attached or not. */
    private static long nodes() {
        browser.cdp("HeapProfiler.collectGarbage");
        return browser.cdp("Memory.getDOMCounters").get("nodes").asLong();
    }

    /** How long the browser works for one refresh: script, style and layout, by the processor's time. */
    private static double secondsPerRefresh() {
        browser.startMeasuring();
        long first = refreshes();
        double start = browser.secondsWorked();
        page.eventually("some refreshes", p -> assertThat(refreshes()).isGreaterThanOrEqualTo(first + 4));
        return (browser.secondsWorked() - start) / (refreshes() - first);
    }

    private static long refreshes() {
        return (Long) browser.run("return performance.getEntriesByName(location.origin + '/leaf/state').length");
    }

    @Test
    void aTelephoneShowsEverythingWithLabelsInItsWidth() throws IOException {
        tag("phone-" + "x".repeat(122), 9_000_000_000_000_000_000L, 1_000_000);
        take("phone-" + "x".repeat(122), 200_000);
        tag("phone", 1, 100);
        take("phone", 42);
        open();
        browser.phone();
        page.eventually("rows", p -> assertThat(p.part("phone", "position")).isEqualTo("next id 43"));
        page.type("filter", "phone");
        page.type("decode-id", application.bean(SnowflakeIdGenerator.class).nextId("phone") + Keys.ENTER.toString());
        page.eventually("a decoded id", p -> assertThat(p.text("decoded")).contains("worker id"));

        JsonNode beyond = browser.json("""
                const outside = [];
                for (const element of document.querySelectorAll("section *, header *, #connection, footer")) {
                  const box = element.getBoundingClientRect();
                  const margin = element.closest("section") ? 32 : 0;
                  const isInside = box.left >= margin && box.right <= innerWidth - margin;
                  if (element.checkVisibility() && !isInside) outside.push(element.outerHTML.slice(0, 100));
                }
                return JSON.stringify(outside);
                """);
        assertThat(beyond).isEmpty();
        assertThat((Boolean)
                        browser.run("return document.scrollingElement.scrollWidth <= innerWidth && innerWidth === 390"))
                .isTrue();
        JsonNode labels = browser.json("""
                const cells = [...document.querySelectorAll("#tags [role=cell]")];
                return JSON.stringify(cells.map((cell) => getComputedStyle(cell, "::before").content.replaceAll('"', "")));
                """);
        assertThat(labels.valueStream().limit(6).map(JsonNode::asString))
                .containsExactly("State", "Ids per second", "Current segment", "Next segment", "Step", "Last purchase");
        page.isReadable();
        browser.screenshot("phone-light", true);
        browser.prefers("dark");
        browser.screenshot("phone-dark", true);
    }

    @Test
    void textStandsOutInLightAndInDark() throws IOException {
        tag("readable", 1, 100);
        take("readable", 50);
        open();
        page.eventually("a row", p -> assertThat(p.part("readable", "state")).isEqualTo("READY"));
        page.type("decode-id", "abc" + Keys.ENTER);
        page.eventually("a word of warning", p -> assertThat(p.level("decoded")).isEqualTo("bad"));
        page.isReadable();
    }

    @Test
    void theKeyboardReachesAndWorksEverything() {
        tag("keys-1", 1, 100);
        tag("keys-2", 1, 100);
        take("keys-2", 1);
        open();
        page.eventually("rows", p -> assertThat(p.part("keys-2", "state")).isEqualTo("READY"));

        tabTo("Segments");
        tabTo("Snowflake");
        tabTo("Filter");
        browser.press("keys");
        page.eventually("filtered rows", p -> assertThat(p.tags()).containsExactly("keys-1", "keys-2"));
        tabTo("Sort by");
        browser.press(Keys.ARROW_DOWN);
        page.eventually("the other order", p -> assertThat(p.tags()).containsExactly("keys-2", "keys-1"));
        long seen = refreshes();
        page.eventually("a refresh", p -> assertThat(refreshes()).isGreaterThan(seen + 1));
        assertThat(browser.focused().getAccessibleName()).isEqualTo("Sort by");
        tabTo("Decode an id");
        String id = Long.toString(application.bean(SnowflakeIdGenerator.class).nextId("keys"));
        browser.press(id, Keys.ENTER);
        page.eventually("a decoded id", p -> assertThat(p.text("decoded")).contains("worker id"));
        browser.run("document.getElementById('decoded').textContent = ''; return true");
        tabTo("Decode");
        browser.press(Keys.SPACE);
        page.eventually("a decoded id", p -> assertThat(p.text("decoded")).contains("worker id"));
        browser.pressWithShift(Keys.TAB);
        assertThat(browser.focused().getAccessibleName()).isEqualTo("Decode an id");
    }

    /** Goes one on and requires that one sees where one is. */
    private static void tabTo(String name) {
        browser.press(Keys.TAB);
        assertThat(browser.focused().getAccessibleName()).isEqualTo(name);
        assertThat((String) browser.run("""
                const style = getComputedStyle(document.activeElement);
                return `${document.activeElement.matches(":focus-visible")} ${style.outlineStyle} ${style.outlineWidth}`;
                """)).isEqualTo("true solid 3px");
    }

    @Test
    void aScreenReaderIsToldWhatTheEyeSees() {
        tag("heard", 1, 100);
        take("heard", 40);
        open();
        page.eventually("a row", p -> assertThat(p.part("heard", "position")).isEqualTo("next id 41"));

        List<JsonNode> heard = browser.accessibilityTree();
        assertThat(named(heard, "heading")).contains("Leaf orders", "Segments", "Snowflake", "Leases");
        assertThat(named(heard, "region")).containsExactlyInAnyOrder("Segments", "Snowflake");
        assertThat(named(heard, "table")).containsExactlyInAnyOrder("Segments", "Leases");
        assertThat(named(heard, "columnheader"))
                .contains("Tag", "State", "Ids per second", "Current segment", "Next segment", "Step", "Last purchase")
                .contains("Worker id", "Owner", "Ceiling", "State");
        assertThat(named(heard, "rowheader")).contains("heard");
        assertThat(named(heard, "cell"))
                .contains("60 of 100 left, next id 41", "101 to 200", "10.0.0.1:8080")
                .anyMatch(cell -> cell.startsWith("live, this instance reported"));
        assertThat(named(heard, "meter"))
                .contains("Left in the current segment of heard", "Next segment of heard", "Time left to the ceiling");
        assertThat(named(heard, "searchbox")).containsExactly("Filter");
        assertThat(named(heard, "combobox")).containsExactly("Sort by");
        assertThat(named(heard, "textbox")).containsExactly("Decode an id");
        assertThat(named(heard, "button")).containsExactly("Decode");
        assertThat(heard.stream()
                        .filter(node -> node.at("/role/value").asString("").equals("status"))
                        .flatMap(node -> node.get("properties").valueStream())
                        .filter(property -> property.get("name").asString().equals("live")))
                .hasSize(3) // the connection, the number of tags, the decoded id
                .allMatch(property -> property.at("/value/value").asString().equals("polite"));
    }

    private static List<String> named(List<JsonNode> heard, String role) {
        return heard.stream()
                .filter(node -> node.at("/role/value").asString("").equals(role))
                .map(node -> node.at("/name/value").asString(""))
                .toList();
    }

    @Test
    void aTagThatIsHtmlIsShownAsTextAndNothingIsExecuted() {
        tag(FRAGMENT, 1, 100);
        take(FRAGMENT, 1);
        open();
        page.eventually("the text", p -> assertThat(p.part(FRAGMENT, "state")).isEqualTo("READY"));
        page.type("filter", "onerror");
        page.type("decode-id", FRAGMENT + Keys.ENTER);
        page.eventually("the text", p -> assertThat(p.text("decoded")).contains(FRAGMENT));

        assertThat(browser.title()).isEqualTo("Leaf: orders");
        assertThat((Long) browser.run("return document.querySelectorAll('img, script:not([src])').length"))
                .isZero();
    }

    @Test
    void nothingIsLoadedFromElsewhereAndNothingIsComplainedAbout() {
        open();
        page.type("filter", "x");
        page.sortBy("rate");
        long seen = refreshes();
        page.eventually("some refreshes", p -> assertThat(refreshes()).isGreaterThan(seen + 1));

        String origin = "http://localhost:" + application.port();
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests())
                .contains(origin + "/leaf", origin + "/leaf/app.js", origin + "/leaf/leaf.css", origin + "/leaf/state")
                .allMatch(url -> url.startsWith(origin + "/leaf") || url.startsWith("data:image/svg+xml,"));
    }

    @Test
    void snowflakeShowsItsLeaseItsClockAndAllLeases() {
        open();
        page.eventually("the lease of the endpoint", p -> {
            JsonNode snowflake = endpoint("/snowflake");
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
            assertThat(p.text("ceiling-text")).matches("1?[0-9](\\.[0-9])?\u00a0s");
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
        open();
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
        SnowflakeScene scene = new SnowflakeScene();
        try (OperatedApplication other =
                new OperatedApplication(scene::addTo, "leaf.web.enabled=true", "leaf.web.base-path=/ids")) {
            open(other.port(), "/ids/leaf");
            page.eventually("no step", p -> assertThat(p.text("steps-back")).isEqualTo("0"));

            long id = scene.generator().nextId("any");
            scene.stepClock(Duration.ofSeconds(-7));
            assertThatThrownBy(() -> scene.generator().nextId("any")).isInstanceOf(ClockMovedBackwardsException.class);
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
