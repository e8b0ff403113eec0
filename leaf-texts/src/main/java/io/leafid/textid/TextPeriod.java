package io.leafid.textid;

import io.leafid.Tags;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** A period in which the counter of a tag begins at 1. Each is a tag of its own, such as {@code invoice/20261123}. */
public enum TextPeriod {
    /** There are none: the ids are those of the tag itself. */
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

    /** The tag of a period, which holds the counter of a tag on a day. */
    String of(String tag, LocalDate date) {
        String day = date.format(DateTimeFormatter.BASIC_ISO_DATE);
        return (this == NONE) ? tag : tag + "/" + day.substring(0, digits);
    }

    /** Returns whether texts with these parts differ from period to period. */
    boolean isToldBy(List<TextPart> parts) {
        boolean hasYear = parts.contains(DateField.YEAR) || parts.contains(DateField.SHORT_YEAR);
        return switch (this) {
            case NONE -> true;
            case DAY -> hasYear && parts.contains(DateField.MONTH) && parts.contains(DateField.DAY);
            case MONTH -> hasYear && parts.contains(DateField.MONTH);
            case YEAR -> hasYear;
        };
    }
}
