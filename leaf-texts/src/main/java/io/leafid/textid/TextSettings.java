package io.leafid.textid;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The form of the texts of a tag. Immutable.
 *
 * @param pattern what they look like
 * @param period when their counter begins anew
 * @param zone where the dates are those of the calendar
 * @param step ids per allocation of the row of a period
 * @param retention how much older than the latest row of the tag a row may be before it is removed; {@code null} to keep all
 */
public record TextSettings(
        TextPattern pattern,
        TextPeriod period,
        ZoneId zone,
        int step,
        @Nullable Duration retention) {

    /** The shortest retention: no clock is behind by so much and unnoticed. */
    public static final Duration SHORTEST_RETENTION = Duration.ofDays(31);

    /** The time before a period at which its row is made, and after its end up to which it may still be made. */
    public static final Duration AHEAD = Duration.ofHours(6);

    /** The time after a period in which its row is followed, for clocks that are behind. */
    private static final Duration FOLLOWED = Duration.ofDays(1);

    /** Checks that texts of different periods differ. */
    public TextSettings {
        if (!pattern.shows(period)) {
            throw new IllegalArgumentException(
                    "shows no date that tells one %s from another, so that its texts would come again"
                            .formatted(period.name().toLowerCase(Locale.ROOT)));
        }
        if (retention != null && retention.compareTo(SHORTEST_RETENTION) < 0) {
            throw new IllegalArgumentException(
                    "has a retention of less than %s days".formatted(SHORTEST_RETENTION.toDays()));
        }
        if (step < 1) {
            throw new IllegalArgumentException("step must be at least 1, but is " + step);
        }
    }

    /** Settings that keep all rows. */
    public TextSettings(TextPattern pattern, TextPeriod period, ZoneId zone, int step) {
        this(pattern, period, zone, step, null);
    }

    LocalDate dateAt(Instant instant) {
        return LocalDate.ofInstant(instant, zone);
    }

    /** The row that holds the counter of a tag at a time. */
    public String rowAt(String tag, Instant instant) {
        return period.row(tag, dateAt(instant));
    }

    /** Returns whether a name is what the row of a period has behind the tag and the slash. */
    public boolean isSuffix(String name) {
        return period.isSuffix(name);
    }

    /** The rows that may be made at a time: the present one, the next one shortly before, and the last one shortly after. */
    public Set<String> dueRows(String tag, Instant now) {
        return Stream.of(now, now.plus(AHEAD), now.minus(AHEAD))
                .map(each -> rowAt(tag, each))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns whether the row of a period is of so long ago that no text is made of it any more; names of rows sort by time. */
    public boolean isOver(String tag, String row, Instant now) {
        return row.compareTo(rowAt(tag, now.minus(FOLLOWED))) < 0;
    }

    /** Returns whether the period of a row ended before that of the latest row began, by the retention or more. */
    public boolean isObsolete(String tag, String row, String latest) {
        LocalDate begin = period.begin(latest.substring(tag.length() + 1));
        LocalDate kept = keptUntil(tag, row);
        return begin != null && kept != null && !kept.isAfter(begin);
    }

    /** The moment at which the retention of a row is over: a day begins in the zone then. {@code null} if it is kept for ever. */
    public @Nullable Instant obsoleteFrom(String tag, String row) {
        LocalDate kept = keptUntil(tag, row);
        return (kept == null) ? null : kept.atStartOfDay(zone).toInstant();
    }

    private @Nullable LocalDate keptUntil(String tag, String row) {
        LocalDate end = period.end(row.substring(tag.length() + 1));
        return (retention == null || end == null) ? null : end.plusDays(retention.toDays());
    }
}
