package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.leafid.TextIds;
import io.leafid.testing.OperatedApplication;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.ZooKeeperServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

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
        keepPictures(browser, page, "databases");
    }

    @Test
    void textsAreShownWithTheRowInUseAndHowMuchOfItIsUsed() throws IOException {
        OperatedApplication application = application(
                "leaf.segment.enabled=true",
                "leaf.segment.auto-create.enabled=true",
                "leaf.tags.coupon.text={id:base32:07}{check:mod37-36}",
                "leaf.tags.invoice.text=INV-{date:yyyyMMdd}-{id:03}",
                "leaf.tags.invoice.period=day",
                "leaf.tags.invoice.zone=Europe/Berlin",
                "leaf.tags.ticket.text=T{id}");
        Chromium browser = open(application);
        LivePage page = new LivePage(browser);
        page.eventually(
                "texts before the first",
                p -> assertThat(p.text("text-rows"))
                        .matches(
                                "(?s)coupon\\s+\\{id:base32:07}\\{check:mod37-36}\\s+0\u00a0%\\s+invoice\\s.*\\s0\u00a0%\\s+"
                                        + "ticket\\s+T\\{id}\\s+no end\\s*"));

        application.bean(TextIds.class).nextTexts("invoice", 930);
        page.eventually("those of the row in use", p -> {
            JsonNode invoice = application.json("/actuator/leaf", 200).at("/texts/invoice");
            String row = invoice.get("row").asString();
            assertThat(p.text("text-rows"))
                    .containsPattern("invoice\\s+row " + row + "\\s+"
                            + Pattern.quote(invoice.get("pattern").asString())
                            + "\\s+from 1 each day, Europe/Berlin\\s+93\u00a0%");
            assertThat(p.tags()).contains(row);
        });
        assertThat(levels(browser, "text-rows")).containsExactly("", "warn", "");
        application.bean(TextIds.class).nextTexts("invoice", 69);
        page.eventually("the last one", p -> assertThat(p.text("text-rows")).contains("100\u00a0%"));
        assertThat(levels(browser, "text-rows")).containsExactly("", "bad", "");
        keepPictures(browser, page, "texts");
    }

    @Test
    void rangesThatClientsHaveTakenAreShownWithTheirTag() throws IOException {
        OperatedApplication service = application("leaf.segment.enabled=true", "leaf.web.segments.enabled=true");
        service.sql("insert into leaf_alloc (biz_tag, max_id, step) values ('sold', 1, 1000), ('own', 1, 1000)");
        service.segment().nextIds("own", 10);
        OperatedApplication client = new OperatedApplication(
                "leaf.segment.enabled=true", "leaf.remote.services=http://localhost:" + service.port());
        parts.add(0, client);
        client.segment().nextIds("sold", 2_500);
        Chromium browser = open(service);
        LivePage page = new LivePage(browser);
        page.eventually("what the client has taken", p -> {
            JsonNode sold = service.json("/actuator/leaf", 200).at("/segment/tags/sold");
            long granted = sold.get("granted").asLong();
            assertThat(granted).isEqualTo(service.maxId("sold") - 1).isGreaterThanOrEqualTo(2_500);
            assertThat(p.part("sold", "outlook")).isEqualTo("%,d granted to clients".formatted(granted));
            assertThat(p.part("sold", "left")).isEqualTo("none yet");
            assertThat(p.part("sold", "outcome")).isEqualTo("SUCCESS");
            assertThat(p.part("own", "outlook")).isEmpty();
        });
        keepPictures(browser, page, "sold-ranges");
    }

    @Test
    void leasesOfTheOriginalAndOfTheForkSayWhoseTheyAre() throws Exception {
        ZooKeeperServer server = new ZooKeeperServer();
        parts.add(server);
        CuratorFramework operator = CuratorFrameworkFactory.newClient(server.address(), new RetryOneTime(1_000));
        parts.add(0, operator);
        operator.start();
        String original = "/snowflake/orders/forever/10.9.9.1:8080-0000000001";
        String fork = "/snowflake/orders/recycle/inuse/workId:2";
        operator.create().creatingParentsIfNeeded().forPath(original);
        operator.create().creatingParentsIfNeeded().forPath(fork);
        Chromium browser = open(application(
                "leaf.snowflake.enabled=true",
                "leaf.snowflake.mode=zk_recycle",
                "leaf.snowflake.worker-ids=3-3",
                "leaf.snowflake.zk.address=" + server.address()));
        LivePage page = new LivePage(browser);
        page.eventually("all three", p -> {
            long now = System.currentTimeMillis();
            operator.setData()
                    .forPath(original, json("{\"ip\":\"10.9.9.1\",\"port\":\"8080\",\"timestamp\":" + now + "}"));
            operator.setData()
                    .forPath(
                            fork,
                            json("{\"lastUsedIp\":\"10.9.9.2\",\"lastUsedPort\":\"80\",\"lastUsedTimestamp\":" + now
                                    + "}"));
            assertThat(p.text("leases"))
                    .matches("(?s)1\\s+10\\.9\\.9\\.1:8080\\s+[\\d:]+\\s+live, of the original\\s+reported [\\d:]+\\s+"
                            + "2\\s+10\\.9\\.9\\.2:80\\s+[\\d:]+\\s+live, of the fork\\s+reported [\\d:]+\\s+"
                            + "3\\s+10\\.0\\.0\\.1:8080\\s+[\\d:]+\\s+live, this instance\\s+reported [\\d:]+\\s*");
        });
        keepPictures(browser, page, "foreign-leases");
    }

    private static byte[] json(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The meanings of the colours below the element with an id, from top to bottom. */
    private static List<String> levels(Chromium browser, String id) {
        return browser.json(
                        "return JSON.stringify([...document.querySelectorAll('#' + arguments[0] + ' .state')].map((state) => state.dataset.level))",
                        id)
                .valueStream()
                .map(JsonNode::asString)
                .toList();
    }

    /** Requires that all can be read and has room, on a desktop and on a telephone, and keeps a picture of each. */
    private static void keepPictures(Chromium browser, LivePage page, String name) throws IOException {
        page.isReadable();
        for (String scheme : List.of("light", "dark")) {
            browser.prefers(scheme);
            browser.desktop();
            page.fitsIn(1280);
            browser.screenshot(name + "-1280-" + scheme, true);
            browser.phone();
            page.fitsIn(390);
            browser.screenshot(name + "-390-" + scheme, true);
        }
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
