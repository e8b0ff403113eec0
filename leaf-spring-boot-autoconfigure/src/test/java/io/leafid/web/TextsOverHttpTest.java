package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.testing.BracketedTexts;
import io.leafid.testing.OperatedApplication;
import io.leafid.testing.RawHttp.Answer;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Texts over HTTP, and as an operator sees them. */
class TextsOverHttpTest {

    private static final ServedApplication served = new ServedApplication(BracketedTexts::addTo);

    static {
        served.tag("order", 1, 10);
        served.tag(BracketedTexts.PERIOD, 90, 10);
    }

    @AfterAll
    static void close() {
        served.close();
    }

    @Test
    void textsAreServedAndEscapedInJson() {
        Answer one = served.get("/api/texts/slip");
        String[] parts = one.body().split("[<>]", -1);
        long first = Long.parseLong(parts[1]);

        assertThat(one.header("Content-Type")).isEqualTo("text/plain;charset=UTF-8");
        assertThat(OperatedApplication.parse(
                                served.get("/api/texts/slip?count=2").body())
                        .get(1)
                        .asString())
                .isEqualTo("<" + (first + 2) + ">");
        assertThat(served.get("/api/texts/slip?count=0").status()).isEqualTo(400);
    }

    @Test
    void tagWithoutTextsIs404() {
        Answer none = served.get("/api/texts/order");

        assertThat(none.status()).isEqualTo(404);
        assertThat(none.body()).contains("the tag 'order' has no texts (leaf.tags.");
    }

    @Test
    void operatorSeesPatternPeriodAndUse() {
        assertThat(served.get("/api/texts/slip").status()).isEqualTo(200);

        assertThat(served.application.json("/actuator/leaf", 200).at("/texts/slip"))
                .isEqualTo(OperatedApplication.parse("""
                        {"pattern": "<{id:03}>", "period": "YEAR", "zone": "UTC", "row": "slip/2026", "used": 0.25}
                        """));
        assertThat(served.application
                        .json("/actuator/leaf/slip", 200)
                        .get("configuredStep")
                        .asInt())
                .isEqualTo(10);
        assertThat(served.application
                        .bean(MeterRegistry.class)
                        .get("leaf.text.used")
                        .tag("tag", "slip")
                        .gauge()
                        .value())
                .isEqualTo(0.25);
    }
}
