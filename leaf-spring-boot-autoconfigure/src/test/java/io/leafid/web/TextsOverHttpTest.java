package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.IdGenerator;
import io.leafid.InvalidTextException;
import io.leafid.TextId;
import io.leafid.testing.OperatedApplication;
import io.leafid.testing.RawHttp.Answer;
import io.leafid.textid.LeafTexts;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Texts of both engines in an application: over HTTP, as a bean, and as an operator sees them. */
class TextsOverHttpTest {

    private static final ServedApplication served = new ServedApplication(
            "leaf.tags.invoice.text=INV-{date:yyyy}-{id:04}",
            "leaf.tags.invoice.period=year",
            "leaf.tags.slip.text=<{id:02}>",
            "leaf.tags.payment.text=P{id:base36}-{check}",
            "leaf.web.max-waiting=1");

    static {
        served.tag("order", 1, 10);
        served.tag("slip", 90, 10);
    }

    @AfterAll
    static void close() {
        served.close();
    }

    private static String year() {
        return DateTimeFormatter.ofPattern("yyyy").format(LocalDate.now(ZoneOffset.UTC));
    }

    @Test
    void eachTagHasItsTextsAndAPeriodIsARowOfItsOwn() {
        LeafTexts texts = served.application.bean(LeafTexts.class);
        String first = served.application.bean(IdGenerator.class).nextText("invoice");
        TextId read = texts.parse("invoice", first);
        String year = first.substring(4, 8);
        Answer one = served.get("/api/texts/invoice");
        JsonNode two = OperatedApplication.parse(
                served.get("/api/texts/invoice?count=2").body());

        assertThat(read.date()).isEqualTo(LocalDate.of(Integer.parseInt(year), 1, 1));
        assertThat(first).isEqualTo("INV-%s-%04d", year, read.id());
        assertThat(one.body()).isEqualTo("INV-%s-%04d", year, read.id() + 1);
        assertThat(one.header("Content-Type")).isEqualTo("text/plain;charset=UTF-8");
        assertThat(two.get(1).asString()).isEqualTo("INV-%s-%04d", year, read.id() + 3);
        assertThat(served.application.maxId("invoice/" + year))
                .as("allocations of 1 000; chance may have the second one begin after the first id")
                .isIn(1_001L, 2_001L);

        String payment = served.get("/api/texts/payment").body();
        assertThat(payment).matches("P[0-9A-Z]+-[0-9]{2}");
        assertThat(texts.parse("payment", payment).id())
                .isLessThan(served.snowflake().nextId());
        assertThatExceptionOfType(InvalidTextException.class)
                .isThrownBy(() -> texts.parse("payment", payment.replace("-", "0-")));
    }

    @Test
    void textIsEscapedInJsonAndAFullRowIs503() {
        assertThat(served.get("/api/texts/slip?count=2").body())
                .isEqualTo("[\"\\u003c90\\u003e\",\"\\u003c91\\u003e\"]");
        assertThat(served.get("/api/texts/slip").body()).isEqualTo("<92>");
        assertThat(used("slip")).isEqualTo(92 / 99.0);

        Answer full = served.get("/api/texts/slip?count=8");
        assertThat(full.status()).isEqualTo(503);
        assertThat(full.body()).contains("no id can be issued now");
        assertThat(used("slip")).isEqualTo(100 / 99.0);
    }

    private static double used(String tag) {
        double used = served.application
                .bean(MeterRegistry.class)
                .get("leaf.text.used")
                .tag("tag", tag)
                .gauge()
                .value();
        assertThat(served.application
                        .json("/actuator/leaf", 200)
                        .at("/texts/" + tag + "/used")
                        .asDouble())
                .isEqualTo(used);
        return used;
    }

    @Test
    void endpointShowsPatternPeriodAndRow() {
        assertThat(served.get("/api/texts/invoice").status()).isEqualTo(200);
        JsonNode all = served.application.json("/actuator/leaf", 200).get("texts");

        assertThat(all.get("invoice").get("used").asDouble()).isBetween(0.0, 0.01);
        assertThat(all.get("invoice").get("row").asString()).isEqualTo("invoice/" + year());
        assertThat(all.get("invoice").get("pattern").asString()).isEqualTo("INV-{date:yyyy}-{id:04}");
        assertThat(all.get("payment")).isEqualTo(OperatedApplication.parse("""
                {"pattern": "P{id:base36}-{check}", "period": "NONE", "zone": "UTC", "row": "payment"}
                """));
        assertThat(served.application
                        .json("/actuator/leaf/invoice", 200)
                        .get("configuredStep")
                        .asInt())
                .isEqualTo(1_000);
    }

    @Test
    void tagWithoutTextsIs404AndNoCallerMakesARowOfAnotherPeriod() {
        Answer none = served.get("/api/texts/order");
        assertThat(none.status()).isEqualTo(404);
        assertThat(none.body())
                .contains("the tag 'order' has no texts (leaf.tags.<tag>.text)"
                        .replace("<", "\\u003c")
                        .replace(">", "\\u003e"));
        assertThat(served.get("/api/texts/invoice%2F1999").status()).isEqualTo(404);
        assertThat(served.get("/api/ids/invoice%2F1999").status()).isEqualTo(404);
        assertThat(served.get("/api/texts/invoice?count=0").status()).isEqualTo(400);
    }
}
