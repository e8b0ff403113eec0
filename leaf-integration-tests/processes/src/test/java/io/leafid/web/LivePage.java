package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowingConsumer;
import tools.jackson.databind.JsonNode;

/** The live page as it stands in the browser. */
final class LivePage {

    /** Generous, for machines that are busy with other things. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final String ROW = """
            const row = [...document.querySelectorAll("#tags .row")].find((r) => r.firstElementChild.textContent === arguments[0]);
            if (!row) return "{}";
            const shown = {};
            for (const part of row.querySelectorAll("[data-part]")) {
              shown[part.dataset.part] = part.dateTime ?? part.textContent;
              if (!part.matches(".bar")) continue;
              shown[part.dataset.part] = {
                value: part.ariaValueNow,
                text: part.ariaValueText,
                width: Math.round((100 * part.firstElementChild.getBoundingClientRect().width) / part.clientWidth),
                color: getComputedStyle(part.firstElementChild).backgroundColor,
              };
            }
            shown.points = row.querySelector("polyline").getAttribute("points").split(" ").map((point) => point.split(",").map(Number));
            return JSON.stringify(shown);
            """;

    private final Chromium browser;

    LivePage(Chromium browser) {
        this.browser = browser;
    }

    /** Waits until what the page shows passes. */
    void eventually(String what, ThrowingConsumer<LivePage> check) {
        await(what).atMost(PATIENCE).pollInterval(Duration.ofMillis(100)).untilAsserted(() -> check.acceptThrows(this));
    }

    /** What the row of a tag shows, by part; nothing if there is no such row. */
    JsonNode row(String tag) {
        return browser.json(ROW, tag);
    }

    /** A part of the row of a tag; empty if there is no such row. */
    String part(String tag, String part) {
        return row(tag).path(part).asString("");
    }

    /** The tags of the rows, from top to bottom. */
    List<String> tags() {
        JsonNode tags = browser.json(
                "return JSON.stringify([...document.querySelectorAll('#tags .tag')].map((tag) => tag.textContent))");
        return tags.valueStream().map(JsonNode::asString).toList();
    }

    /** The visible text of the element with an id. */
    String text(String id) {
        return (String) browser.run("return document.getElementById(arguments[0]).innerText", id);
    }

    /** The colour's meaning at the element with an id. */
    String level(String id) {
        return (String) browser.run("return document.getElementById(arguments[0]).dataset.level", id);
    }

    /** The instant of the time element with an id. */
    String dateTime(String id) {
        return (String) browser.run("return document.getElementById(arguments[0]).dateTime", id);
    }

    /** Whether the page is "live" or "lost". */
    String connection() {
        return (String) browser.run("return document.getElementById('connection').dataset.state");
    }

    void isLive() {
        eventually("a live page", page -> assertThat(page.connection()).isEqualTo("live"));
    }

    /** How often the page has asked for the state since it was loaded. */
    long refreshes() {
        return (Long)
                browser.run(
                        "return performance.getEntriesByType('resource').filter((e) => e.name.startsWith(document.baseURI + '/state')).length");
    }

    /** Types into the field with an id, in place of what is there. */
    void type(String id, String text) {
        browser.run(
                "const field = document.getElementById(arguments[0]); field.focus(); field.select(); return true", id);
        browser.press(text.isEmpty() ? "\b" : text);
    }

    void sortBy(String order) {
        choose("sort", order);
    }

    void show(int most) {
        choose("limit", Integer.toString(most));
    }

    private void choose(String id, String value) {
        browser.run("""
                const select = document.getElementById(arguments[0]);
                select.value = arguments[1];
                return select.dispatchEvent(new Event("change"));
                """, id, value);
    }

    /** Requires that every text stands out from its ground, in light and in dark colours. */
    void isReadable() throws IOException {
        for (String scheme : new String[] {"dark", "light"}) {
            browser.prefers(scheme);
            JsonNode judged = browser.json(script("unreadable.js"));
            assertThat(judged.get("seen").asInt()).isGreaterThan(20);
            assertThat(judged.get("found")).as(scheme).isEmpty();
        }
    }

    /** Requires that nothing reaches beyond a window of so many pixels, or into its margins. */
    void fitsIn(int width) {
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
        assertThat((Boolean) browser.run(
                        "return document.scrollingElement.scrollWidth <= innerWidth && innerWidth === arguments[0]",
                        width))
                .isTrue();
    }

    private static String script(String name) throws IOException {
        try (InputStream stream = LivePage.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
