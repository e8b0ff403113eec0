package io.leafid.textid;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Locale;

/**
 * The form of the texts of a tag. Immutable.
 *
 * @param pattern what they look like
 * @param period when their counter begins anew
 * @param zone where the dates are those of the calendar
 * @param step ids per allocation of the tag of a period
 */
public record TextSettings(TextPattern pattern, TextPeriod period, ZoneId zone, int step) {

    /** Checks that texts of different periods differ. */
    public TextSettings {
        if (!pattern.tells(period)) {
            throw new IllegalArgumentException(
                    "text %s shows no date that tells one %s from another, so that its texts would come again"
                            .formatted(pattern, period.name().toLowerCase(Locale.ROOT)));
        }
        if (step < 1) {
            throw new IllegalArgumentException("step must be at least 1, but is " + step);
        }
    }

    LocalDate dateAt(Instant instant) {
        return LocalDate.ofInstant(instant, zone);
    }

    /** The tag that holds the counter of a tag at a time. */
    String periodAt(String tag, Instant instant) {
        return period.of(tag, dateAt(instant));
    }
}
