package io.leafid.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckedTextTest {

    private static final String TEXT = "a\nb \u00e9\n";

    @Test
    void sealedTextIsOpenedAsItWas() {
        assertThat(CheckedText.open(CheckedText.seal(TEXT))).contains(TEXT);
        assertThat(CheckedText.seal("")).as("the sum of nothing").isEqualTo("crc32 00000000\n");
    }

    @Test
    void anyOtherCharacterBreaksTheSeal() {
        String sealed = CheckedText.seal(TEXT);
        for (int i = 0; i < sealed.length(); i++) {
            String damaged = sealed.substring(0, i) + '#' + sealed.substring(i + 1);

            assertThat(CheckedText.open(damaged)).as(damaged).isEmpty();
            assertThat(CheckedText.open(sealed.substring(0, i))).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\nb\n", "crc32 00000000\n", "crc32 "})
    void textWithoutASealAndASealWithoutATextAreNone(String text) {
        assertThat(CheckedText.open(text)).isEmpty();
    }
}
