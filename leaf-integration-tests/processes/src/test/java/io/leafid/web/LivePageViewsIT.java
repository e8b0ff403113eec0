package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.leafid.testing.OperatedApplication;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.ZooKeeperServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the live page shows in states that take an application of their own; pictures are kept in target/screenshots. */
class LivePageViewsIT {

    private static final Logger logger = LoggerFactory.getLogger(LivePageViewsIT.class);

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final int TAGS = 100_000;

    @TempDir
    private Path directory;

    private final List<AutoCloseable> parts = new ArrayList<>();

    @BeforeEach
    void needABrowser() {
        assumeTrue(Chromium.isInstalled(), Chromium.NOTICE);
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable part : parts) {
            part.close();
        }
    }

    private OperatedApplication application(String... properties) {
        Stream<String> common = Stream.of(
                "leaf.web.enabled=true",
                "leaf.snowflake.host=10.0.0.1",
                "leaf.snowflake.port=8080",
                "leaf.snowflake.state-directory=" + directory.resolve("state"));
        OperatedApplication application = new OperatedApplication(
                Stream.concat(common, Stream.of(properties)).toArray(String[]::new));
        parts.add(0, application);
        return application;
    }

    private Chromium open(OperatedApplication application) throws IOException {
        Chromium browser = new Chromium(directory.resolve("profile"));
        parts.add(0, browser);
        browser.open("http://localhost:" + application.port() + "/leaf");
        new LivePage(browser).isLive();
        return browser;
    }

    @Test
    void inAnOutageTheBarCountsTheReservationDownOnItsOwnScale() throws IOException {
        ZooKeeperServer server = new ZooKeeperServer();
        parts.add(server);
        OperatedApplication application = application(
                "leaf.snowflake.enabled=true",
                "leaf.snowflake.mode=zk_recycle",
                "leaf.snowflake.report-interval=1s",
                "leaf.snowflake.recycle.reservation=2m",
                "leaf.snowflake.zk.address=" + server.address());
        Chromium browser = open(application);
        LivePage page = new LivePage(browser);
        page.eventually("a full bar", p -> {
            assertThat(bar(browser)).isGreaterThan(90);
            assertThat(p.text("leases")).contains("live, this instance");
        });
        browser.screenshot("lease-held", true);

        server.stop();
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(page.text("registry")).isEqualTo("DOWN");
            assertThat(bar(browser)).isBetween(20, 80);
            assertThat(page.text("ceiling-text")).matches("[0-9.]+\u00a0s");
            assertThat(page.text("leases"))
                    .contains("not known now, this instance")
                    .doesNotContain("live");
        });
        page.isReadable();
        browser.screenshot("outage-zk-recycle", true);
        assertThat(browser.complaints()).isEmpty();
    }

    private static int bar(Chromium browser) {
        return Integer.parseInt((String) browser.run("return document.getElementById('ceiling').ariaValueNow"));
    }

    @Test
    void eachDatabaseThatHasANameHasALine() throws IOException {
        TestDatabase b = TestDatabase.h2();
        OperatedApplication application = application(
                "leaf.segment.enabled=true",
                "leaf.databases.a.url=" + TestDatabase.h2().url(),
                "leaf.databases.b.url=" + b.url(),
                "leaf.databases.b.username=sa",
                "leaf.segment.databases=a,b",
                "leaf.segment.wait-timeout=2m",
                "leaf.segment.load-timeout=2m", // so that none counts as hanging on a busy machine
                "leaf.segment.auto-create.enabled=true",
                "leaf.segment.auto-create.step=10",
                "leaf.segment.max-step=10");
        application.segment().nextIds("order", 100);
        Chromium browser = open(application);
        LivePage page = new LivePage(browser);
        page.eventually(
                "two lines",
                p -> assertThat(p.text("databases"))
                        .matches(
                                "Database\\s+a\\s+UP\\s+slot 0, \\d+ allocations\\s+Database\\s+b\\s+UP\\s+slot 1, \\d+ allocations"));

        b.jdbc().execute("ALTER TABLE leaf_alloc RENAME TO moved");
        await().atMost(PATIENCE).untilAsserted(() -> {
            application.segment().nextIds("order", 10); // only an allocation learns of it
            assertThat(page.text("databases")).contains("REFUSED", "there is no table leaf_alloc");
        });
        page.isReadable();
        browser.screenshot("databases", true);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void anInstantBeyondTheCalendarOfABrowserIsShownAsItIs() throws IOException {
        Chromium browser = open(application("leaf.segment.enabled=true"));

        assertThat(browser.run(
                        "return import(document.baseURI + '/format.js').then((format) => format.instant(arguments[0]))",
                        "+292278994-08-17T07:12:55.807Z"))
                .isEqualTo("+292278994-08-17T07:12:55.807Z");
    }

    @Test
    void ofAHundredThousandTagsThoseAreShownThatNeedAttention() throws IOException {
        OperatedApplication application = application("leaf.segment.enabled=true", "leaf.segment.refresh-interval=5s");
        application.sql("insert into leaf_alloc (biz_tag, max_id, step)"
                + " select 'tag-' || lpad(x, 6, '0'), 1, 1000 from system_range(1, " + TAGS + ")");
        await().atMost(PATIENCE)
                .until(() -> application
                                .json("/actuator/leaf", 200)
                                .at("/segment/known")
                                .asInt()
                        == TAGS);
        for (int i = 1; i <= 300; i++) {
            application.segment().nextId("tag-%06d".formatted(i * 300));
        }

        for (String path : List.of("/actuator/leaf", "/leaf/state", "/leaf/state?filter=999&sort=rate&limit=100")) {
            long start = System.nanoTime();
            String answer = application.text(path, 200);
            logger.info("{}: {} characters in {} ms", path, answer.length(), (System.nanoTime() - start) / 1_000_000);
            assertThat(answer).hasSizeLessThan(100_000);
        }
        Chromium browser = open(application);
        LivePage page = new LivePage(browser);
        page.eventually("the tags in use", p -> {
            assertThat(p.tags()).hasSize(100).startsWith("tag-000300", "tag-000600");
            assertThat(p.text("count")).isEqualTo("100 of 100,000 tags");
            assertThat(p.text("summary")).isEqualTo("300 READY, 99,700 IDLE");
        });
        browser.screenshot("hundred-thousand-tags", false);
        page.type("filter", "099999");
        page.eventually("the one that is named", p -> assertThat(p.tags()).containsExactly("tag-099999"));
        assertThat(browser.complaints()).isEmpty();
    }
}
