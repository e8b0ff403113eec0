package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.testing.OperatedApplication;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;
import tools.jackson.databind.JsonNode;

/** Who can use the live page and what it lets in, in a real browser; pictures are kept in {@code target/screenshots}. */
@ExtendWith(LiveScene.Provider.class)
class LivePageAccessIT {

    private static final String FRAGMENT = "<img src=x onerror=\"document.title='executed'\">";

    private final LiveScene scene;
    private final OperatedApplication application;
    private final Chromium browser;
    private final LivePage page;

    LivePageAccessIT(LiveScene scene) {
        this.scene = scene;
        this.application = scene.application;
        this.browser = scene.browser;
        this.page = scene.page;
    }

    @Test
    void aTelephoneShowsEverythingWithLabelsInItsWidth() throws IOException {
        scene.tag("phone-" + "x".repeat(122), 9_000_000_000_000_000_000L, 1_000_000);
        scene.take("phone-" + "x".repeat(122), 200_000);
        scene.tag("phone", 1, 100);
        scene.take("phone", 42);
        scene.open();
        browser.phone();
        page.eventually("rows", p -> assertThat(p.part("phone", "position")).isEqualTo("next id 43"));
        page.type("filter", "phone");
        page.type("decode-id", application.bean(SnowflakeIdGenerator.class).nextId("phone") + Keys.ENTER.toString());
        page.eventually("a decoded id", p -> assertThat(p.text("decoded")).contains("worker id"));

        page.fitsIn(390);
        JsonNode labels = browser.json("""
                const cells = [...document.querySelectorAll("#tags [role=cell]")];
                return JSON.stringify(cells.map((cell) => getComputedStyle(cell, "::before").content.replaceAll('"', "")));
                """);
        assertThat(labels.valueStream().limit(6).map(JsonNode::asString))
                .containsExactly(
                        "State", "Ids per second", "Current segment", "Next segment", "Step", "Last allocation");
        page.isReadable();
        browser.screenshot("phone-light", true);
        browser.prefers("dark");
        browser.screenshot("phone-dark", true);
    }

    @Test
    void textStandsOutInLightAndInDark() throws IOException {
        scene.tag("readable", 1, 100);
        scene.take("readable", 50);
        scene.open();
        page.eventually("a row", p -> assertThat(p.part("readable", "state")).isEqualTo("READY"));
        page.type("decode-id", "abc" + Keys.ENTER);
        page.eventually("a word of warning", p -> assertThat(p.level("decoded")).isEqualTo("bad"));
        page.isReadable();
    }

    @Test
    void theKeyboardReachesAndWorksEverything() {
        scene.tag("keys-1", 1, 100);
        scene.tag("keys-2", 1, 100);
        scene.take("keys-2", 1);
        scene.open();
        page.eventually("rows", p -> assertThat(p.part("keys-2", "state")).isEqualTo("READY"));

        tabTo("Segments");
        tabTo("Snowflake");
        tabTo("Filter");
        browser.press("keys");
        page.eventually("filtered rows", p -> assertThat(p.tags()).containsExactly("keys-2", "keys-1"));
        tabTo("Sort by");
        browser.press(Keys.ARROW_DOWN);
        page.eventually("the other order", p -> assertThat(p.tags()).containsExactly("keys-1", "keys-2"));
        long seen = page.refreshes();
        page.eventually("a refresh", p -> assertThat(p.refreshes()).isGreaterThan(seen + 1));
        assertThat(browser.focused().getAccessibleName()).isEqualTo("Sort by");
        tabTo("Show");
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
    private void tabTo(String name) {
        browser.press(Keys.TAB);
        assertThat(browser.focused().getAccessibleName()).isEqualTo(name);
        assertThat((String) browser.run("""
                const style = getComputedStyle(document.activeElement);
                return `${document.activeElement.matches(":focus-visible")} ${style.outlineStyle} ${style.outlineWidth}`;
                """)).isEqualTo("true solid 3px");
    }

    @Test
    void aScreenReaderIsToldWhatTheEyeSees() {
        scene.tag("heard", 1, 100);
        scene.take("heard", 80);
        scene.open();
        page.eventually("a row", p -> assertThat(p.part("heard", "position")).isEqualTo("next id 81"));

        List<JsonNode> heard = browser.accessibilityTree();
        assertThat(named(heard, "heading")).contains("Leaf orders", "Segments", "Snowflake", "Leases");
        assertThat(named(heard, "region")).containsExactlyInAnyOrder("Segments", "Snowflake");
        assertThat(named(heard, "table")).containsExactlyInAnyOrder("Segments", "Leases");
        assertThat(named(heard, "columnheader"))
                .contains(
                        "Tag", "State", "Ids per second", "Current segment", "Next segment", "Step", "Last allocation")
                .contains("Worker id", "Owner", "Ceiling", "State");
        assertThat(named(heard, "rowheader")).contains("heard");
        assertThat(named(heard, "cell"))
                .contains("20 of 100 left, next id 81", "101 to 200", "10.0.0.1:8080")
                .anyMatch(cell -> cell.startsWith("live, this instance reported"));
        assertThat(named(heard, "meter"))
                .contains("Left in the current segment of heard", "Next segment of heard", "Ids keep coming for");
        assertThat(named(heard, "searchbox")).containsExactly("Filter");
        assertThat(named(heard, "combobox")).containsExactly("Sort by", "Show");
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
        scene.tag(FRAGMENT, 1, 100);
        scene.take(FRAGMENT, 1);
        scene.open();
        page.eventually("the text", p -> assertThat(p.part(FRAGMENT, "state")).isEqualTo("READY"));
        page.type("filter", "onerror");
        page.type("decode-id", FRAGMENT + Keys.ENTER);
        page.eventually("the text", p -> assertThat(p.text("decoded")).contains(FRAGMENT));

        assertThat(browser.title()).isEqualTo("Leaf: orders");
        assertThat((Long) browser.run("return document.querySelectorAll('img, script:not([src])').length"))
                .isZero();
    }

    @Test
    void aScriptThatGotInWouldNotRun() {
        scene.open();
        browser.run("""
                const script = document.createElement("script");
                script.textContent = "document.title = 'executed'";
                return document.body.appendChild(script).isConnected;
                """);

        assertThat(browser.title()).isEqualTo("Leaf: orders");
        assertThat(browser.complaints()).singleElement().asString().contains("Content Security Policy");
        browser.forgetLogs();
    }

    @Test
    void nothingIsLoadedFromElsewhereAndNothingIsComplainedAbout() {
        scene.open();
        page.type("filter", "x");
        page.sortBy("rate");
        long seen = page.refreshes();
        page.eventually("some refreshes", p -> assertThat(p.refreshes()).isGreaterThan(seen + 1));

        String origin = "http://localhost:" + application.port();
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests())
                .contains(origin + "/leaf", origin + "/leaf/app.js", origin + "/leaf/leaf.css")
                .anyMatch(url -> url.startsWith(origin + "/leaf/state?"))
                .allMatch(url -> url.startsWith(origin + "/leaf") || url.startsWith("data:image/svg+xml,"));
    }
}
