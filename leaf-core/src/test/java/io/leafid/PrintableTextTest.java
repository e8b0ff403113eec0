package io.leafid;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What text of others becomes in a log line. */
class PrintableTextTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"", "order", "10.0.3.7:8080", "a b/c:d", "заказ", "注文", "\uD83D\uDE00", "50 % \\ \"quoted\""})
    void visibleTextStaysAsItIs(String text) {
        assertThat(PrintableText.of(text)).isEqualTo(text);
    }

    /** By code point: line feed, carriage return, escape, delete, next line, separators, marks of direction, a lone surrogate. */
    @ParameterizedTest
    @CsvSource({
        "000a", "000d", "0000", "001b", "007f", "0085", "2028", "2029", "200e", "200f", "202e", "2066", "2069", "feff",
        "d800"
    })
    void whatForgesOrTurnsALineIsWrittenOut(String code) {
        String text = "a" + (char) Integer.parseInt(code, 16) + "b";

        assertThat(PrintableText.of(text)).isEqualTo("a\\u" + code + "b");
    }

    @Test
    void longTextIsCutAndSaysByHowMuch() {
        String safe = PrintableText.of("x".repeat(PrintableText.MAX_LENGTH + 234));

        assertThat(safe).startsWith("xxx").endsWith("x… (234 more characters)");
        assertThat(safe.length()).isLessThan(PrintableText.MAX_LENGTH + 40);
    }

    @Test
    void pairOfSurrogatesIsNotTornAtTheCut() {
        String text = "x".repeat(PrintableText.MAX_LENGTH - 1) + "\uD83D\uDE00" + "y";

        assertThat(PrintableText.of(text)).endsWith("\uD83D\uDE00… (1 more characters)");
    }
}
