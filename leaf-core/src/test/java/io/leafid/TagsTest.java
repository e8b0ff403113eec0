package io.leafid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TagsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "order",
                "com.example.order",
                "order/2025/11",
                "order:20251101",
                "two words",
                "Bestellung-Größe",
                "订单",
                "🍃",
                "%_'\"\\;--",
            })
    void lettersOfAnyScriptDotsSlashesAndInnerSpacesAreLegal(String tag) {
        assertThat(Tags.isLegal(tag)).isTrue();
        assertThat(Tags.requireLegal(tag)).isSameAs(tag);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                " a",
                "a ",
                "\u00a0a",
                "a\u3000",
                "\u2028a",
                "a\tb",
                "a\nb",
                "a\u0000b",
                "a\u007fb",
                "a\u0085b",
                "a\ud83c",
                "\udf43a",
                "a\ud83cb",
            })
    void controlCharactersLoneSurrogatesAndSurroundingSpaceAreNotLegal(String tag) {
        assertThat(Tags.isLegal(tag)).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> Tags.requireLegal(tag));
    }

    @Test
    void theLongestTagHas128Characters() {
        assertThat(Tags.isLegal("x".repeat(128))).isTrue();
        assertThat(Tags.isLegal("x".repeat(129))).isFalse();
    }

    @Test
    void nullIsReportedAsAnIllegalTag() {
        assertThat(Tags.isLegal(null)).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tags.requireLegal(null))
                .withMessage("tag must not be null");
    }

    @Test
    void theReasonShowsTheTagWithoutItsUnprintableCharacters() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tags.requireLegal("or\nder"))
                .withMessage("tag must not contain control characters: 'or\\u000ader'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tags.requireLegal("order "))
                .withMessage("tag must not begin or end with space: 'order '");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tags.requireLegal("y".repeat(1_000_000)))
                .withMessage("tag must have at most 128 characters, but has 1000000: '" + "y".repeat(32) + "…'");
    }

    @ParameterizedTest
    @CsvSource({"1, true", "1000000, true", "0, false", "-1, false", "1000001, false", "-2147483648, false"})
    void aBatchIsFromOneToAMillion(int count, boolean legal) {
        if (legal) {
            assertThat(Tags.requireBatch(count)).isEqualTo(count);
        } else {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Tags.requireBatch(count))
                    .withMessage("count must be from 1 to 1000000, but is " + count);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "invoice/20261128, invoice",
        "invoice/202611, invoice",
        "invoice/2026, invoice",
        "a/b/2026, a/b",
        "invoice, invoice",
        "invoice/x, invoice/x",
        "invoice/202, invoice/202",
        "invoice/2026112, invoice/2026112",
        "invoice/2026112x, invoice/2026112x",
        "/2026, /2026",
        "20261128, 20261128",
    })
    void ownerIsTheTagThatAPeriodBelongsTo(String tag, String owner) {
        assertThat(Tags.ownerOf(tag)).isEqualTo(owner);
    }
}
