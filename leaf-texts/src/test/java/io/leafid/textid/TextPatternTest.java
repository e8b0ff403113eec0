package io.leafid.textid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.leafid.InvalidTextException;
import io.leafid.TextId;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Patterns, the texts that are written by them, and the way back. */
class TextPatternTest {

    private static final LocalDate DATE = LocalDate.of(2026, 11, 3);

    @ParameterizedTest
    @CsvSource({
        "INV-{date:yyyyMMdd}-{id:06}, 1, INV-20261103-000001",
        "INV-{date:yyyyMMdd}-{id:06}, 999999, INV-20261103-999999",
        "{id}, 9223372036854775807, 9223372036854775807",
        "{date:yyyy-MM-dd}/{id}, 0, 2026-11-03/0",
        "{date:yy}{id:base36}, 46655, 26ZZZ",
        "{id:base32}, 1023, ZZ",
        "{id:base32:07}, 1023, 00000ZZ",
        "{id:base62}, 3843, zz",
        "{id:base62}, 9223372036854775807, AzL8n0Y58m7",
        "{id:base62:011}, 61, 0000000000z",
        "{id:base32:013}, 9223372036854775807, 7ZZZZZZZZZZZZ",
        "{id:base32:015}, 9223372036854775807, 007ZZZZZZZZZZZZ",
        "{id:base36:016}, 1, 0000000000000001",
        "{id:base62:019}, 9223372036854775807, 00000000AzL8n0Y58m7",
        "{check:mod37-36}-{id:base36:04}x, 1234002, C-QG5Ux",
        "{id:03}{date:MM}x, 7, 00711x",
        "794{id:base36}{check}, 0, 794043",
        "A1-2425G-ABC{id:07}-{check:mod37-36}, 1234002, A1-2425G-ABC1234002-M",
        "{check}-{id:03}, 794, 44-794",
        "A{check:mod97-10}B{id}C, 5, A13B5C",
        "A{check:mod97-10}B{id:base36:017}C, 5, A60B00000000000000005C",
    })
    void textIsWrittenAndReadBack(String pattern, long id, String text) {
        TextPattern made = TextPattern.of(pattern);

        assertThat(made.text(DATE, id)).isEqualTo(text);
        assertThat(made.parse(text).id()).isEqualTo(id);
    }

    @Test
    void idInAnotherBaseIsWrittenAsJavaWritesIt() {
        TextPattern pattern = TextPattern.of("{id:base36:04}");
        LongStream ids = LongStream.concat(LongStream.range(0, 4_000), new Random(417).longs(4_000, 0, Long.MAX_VALUE));
        ids.forEach(id -> {
            String digits = Long.toString(id, 36).toUpperCase(Locale.ROOT);
            assertThat(pattern.text(DATE, id)).isEqualTo("0".repeat(Math.max(0, 4 - digits.length())) + digits);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "{id:base36:0%s}",
        "7-{id:base32:0%s}",
        "{id:base62:0%s}",
        "A{id:base36:0%s}{check}",
        "A{check}B{id:base36:0%s}C"
    })
    void textOfEachWidthIsReadBack(String pattern) {
        for (int width = 1; width <= 19; width++) {
            TextPattern made = TextPattern.of(pattern.formatted(width));
            for (long id : new long[] {0, 1, made.capacity()}) {
                assertThat(made.parse(made.text(DATE, id)).id()).isEqualTo(id);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "{id}{date:yyyyMMdd}, 2026-11-03",
        "{id}{date:yyyyMM}, 2026-11-01",
        "{id}{date:yy}, 2026-01-01",
        "{date:yy}-{id}-{date:MM}-{date:dd}, 2026-11-03",
        "{id}, ",
    })
    void dateIsReadBackAsFarAsItIsShown(String pattern, LocalDate date) {
        TextPattern made = TextPattern.of(pattern);

        assertThat(made.parse(made.text(DATE, 417))).isEqualTo(new TextId(date, 417));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INV-20261103-00001-40",
                "INV-20261103-000001-41",
                "INV-20261103-000010-50",
                "INV-20261304-000001-50",
                "inv-20261103-000001-50",
                "INV-20261103-000001-50 ",
                "",
            })
    void textThatWasNotWrittenByThePatternIsRefused(String text) {
        assertThatExceptionOfType(InvalidTextException.class)
                .isThrownBy(() ->
                        TextPattern.of("INV-{date:yyyyMMdd}-{id:06}-{check}").parse(text))
                .withMessageStartingWith("'" + text + "' ");
    }

    @Test
    void refusalSaysWhatIsWrong() {
        TextPattern pattern = TextPattern.of("{date:yyyy}-{id}-{check}");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> pattern.parse("2026-1-00"))
                .withMessage("'2026-1-00' has a wrong check digit");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pattern.parse("26-1-00"))
                .withMessage("'26-1-00' does not have the pattern {date:yyyy}-{id}-{check}");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pattern.parse("2026-9999999999999999999-00"))
                .withMessage("'2026-9999999999999999999-00' has a date or a number that there is not");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TextPattern.of("{id}").parse("007"))
                .withMessage("'007' is not written as the pattern {id} says");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INV-{id:06}|999999",
                "{id:01}|9",
                "{id:019}|9223372036854775807",
                "{id}|9223372036854775807",
                "{id:base36:04}|1679615",
                "{id:base62:011}|9223372036854775807",
            })
    void roomIsWhatItsWidthHas(String pattern, long capacity) {
        assertThat(TextPattern.of(pattern).capacity()).isEqualTo(capacity);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INV|must have {id} once, but has it not",
                "{id}{id:06}|must have {id} once, but has it more often",
                "{id}{check}{check}|must have {check} once at most",
                "{id:base62}{check}|has check digits, which take capital and small letters for the same, beside {id:base62}",
                "{id|has a brace without its other one",
                "id}|has a brace without its other one",
                "{id:020}|has {id:020}, and no id has more than 19 digits",
                "{id}{date:HH}|has {date:HH}, in which yyyy, yy, MM and dd are known and no other letters",
                "{id}{date:yyyyMMd}|has {date:yyyyMMd}, in which yyyy, yy, MM and dd are known and no other letters",
                "{id:6}|has {id:6}, which is none of {id}, {id:06}, {id:base32}, {id:base36:08}, {date:yyyyMMdd}, {check} and the like",
                "{id}{date:}|has {date:}, which is none of {id}, {id:06}, {id:base32}, {id:base36:08}, {date:yyyyMMdd}, {check} and the like",
            })
    void whatIsNoPatternIsRefusedWithTheReason(String pattern, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TextPattern.of(pattern))
                .withMessage(reason);
    }

    @Test
    void longOrUnprintablePatternIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> TextPattern.of("{id}" + "x".repeat(125)));
        assertThatIllegalArgumentException().isThrownBy(() -> TextPattern.of("{id}\n"));
    }
}
