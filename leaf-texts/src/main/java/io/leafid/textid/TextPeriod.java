package io.leafid.textid;

import io.leafid.Tags;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A period in which the counter of a tag begins at 1. Each is a row of its own, such as {@code invoice/20261123}. */
public enum TextPeriod {
    /** There are none: the ids are those of the tag's own row. */
    NONE(0),
    /** A calendar day. */
    DAY(8),
    /** A calendar month. */
    MONTH(6),
    /** A calendar year. */
    YEAR(4);

    /** The longest tag whose periods have legal names. */
    public static final int LONGEST_TAG = Tags.MAX_LENGTH - "/20261123".length();

    private final int digits;

    TextPeriod(int digits) {
        this.digits = digits;
    }

    /** The row that holds the counter of a tag on a day. */
    String row(String tag, LocalDate date) {
        if (this == NONE) {
            return tag;
        }
        StringBuilder row = new StringBuilder(tag).append('/');
        for (DateField field : List.of(DateField.YEAR, DateField.MONTH, DateField.DAY)) {
            row.append(field.text(date));
        }
        row.setLength(tag.length() + 1 + digits);
        return row.toString();
    }

    /** Returns whether a text is what the row of a period has behind the tag and the slash. */
    boolean isSuffix(String text) {
        return this != NONE && text.length() == digits && begin(text) != null;
    }

    /** The first day of the period whose row ends so; {@code null} if there is no such day. */
    @Nullable LocalDate begin(String suffix) {
        try {
            return LocalDate.parse(
                    suffix + "0101".substring(Math.min(4, suffix.length() - 4)), DateTimeFormatter.BASIC_ISO_DATE);
        } catch (DateTimeException ex) {
            return null;
        }
    }

    /** The first day after the period whose row ends so; {@code null} if there is no such day. */
    @Nullable LocalDate end(String suffix) {
        LocalDate begin = begin(suffix);
        return (begin == null) ? null : begin.plus(1, units().get(0));
    }

    /** The units that a date must show for texts of different periods to differ; the first is the period's own. */
    List<ChronoUnit> units() {
        return switch (this) {
            case NONE -> List.of();
            case DAY -> List.of(ChronoUnit.DAYS, ChronoUnit.MONTHS, ChronoUnit.YEARS);
            case MONTH -> List.of(ChronoUnit.MONTHS, ChronoUnit.YEARS);
            case YEAR -> List.of(ChronoUnit.YEARS);
        };
    }
}
