package io.leafid.textid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Periods and their rows. */
class TextSettingsTest {

    @ParameterizedTest
    @CsvSource({
        "DAY, {id}{date:yyyyMMdd}, invoice/20261123",
        "MONTH, {id}{date:yyMM}, invoice/202611",
        "YEAR, {id}{date:yyyy}, invoice/2026",
        "NONE, {id}, invoice",
    })
    void eachPeriodHasARowOfItsOwn(TextPeriod period, String pattern, String row) {
        TextSettings settings = settings(pattern, period, "UTC");

        assertThat(settings.periodAt("invoice", Instant.parse("2026-11-23T23:59:59Z")))
                .isEqualTo(row);
    }

    @ParameterizedTest
    @CsvSource({
        "DAY, {id}{date:yyyyMM}",
        "DAY, {id}{date:dd}",
        "MONTH, {id}{date:yyyy}",
        "YEAR, {id}",
        "MONTH, {id}{date:MM}"
    })
    void patternThatDoesNotTellPeriodsApartIsRefused(TextPeriod period, String pattern) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(pattern, period, "UTC"))
                .withMessage("text " + pattern
                        + " shows no date that tells one %s from another, so that its texts would come again"
                                .formatted(period.name().toLowerCase(java.util.Locale.ROOT)));
    }

    @ParameterizedTest
    @CsvSource({
        "Europe/Berlin, 2026-10-25T00:00:00Z", // 25 hours
        "Europe/Berlin, 2026-03-29T00:00:00Z", // 23 hours
        "America/Sao_Paulo, 2018-11-04T12:00:00Z", // no midnight
        "America/Sao_Paulo, 2018-02-18T12:00:00Z", // the last hour of a day comes twice
        "America/Goose_Bay, 2010-11-07T12:00:00Z", // a minute after midnight it is yesterday again
        "Pacific/Apia, 2011-12-30T12:00:00Z", // no such day
        "Asia/Kathmandu, 2026-01-01T00:00:00Z",
    })
    void dateOfAMinuteIsThatOfEachOfItsMoments(String zone, Instant about) {
        TextSettings settings = settings("{id}{date:yyyyMMdd}", TextPeriod.DAY, zone);
        Set<String> rows = new HashSet<>();
        Instant end = about.plus(Duration.ofDays(2));
        for (Instant minute = about.minus(Duration.ofDays(2)); minute.isBefore(end); minute = minute.plusSeconds(60)) {
            LocalDate date = minute.atZone(ZoneId.of(zone)).toLocalDate();
            assertThat(settings.dateAt(minute.plusMillis(59_999))).isEqualTo(date);
            String row = settings.periodAt("x", minute);
            assertThat(row).isEqualTo("x/" + date.toString().replace("-", ""));
            rows.add(row);
        }
        assertThat(rows).hasSizeBetween(4, 5);
    }

    private static TextSettings settings(String pattern, TextPeriod period, String zone) {
        return new TextSettings(TextPattern.of(pattern), period, ZoneId.of(zone), 100);
    }
}
