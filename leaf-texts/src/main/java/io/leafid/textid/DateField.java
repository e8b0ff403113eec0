package io.leafid.textid;

import java.time.LocalDate;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalField;

/** A field of the date in a text. */
enum DateField implements TextPart {
    /** The year with its century. */
    YEAR("yyyy", ChronoField.YEAR),
    /** The year of the century that begins in 2000. */
    SHORT_YEAR("yy", ChronoField.YEAR),
    MONTH("MM", ChronoField.MONTH_OF_YEAR),
    DAY("dd", ChronoField.DAY_OF_MONTH);

    private final String letters;
    private final TemporalField field;

    DateField(String letters, TemporalField field) {
        this.letters = letters;
        this.field = field;
    }

    /** The letters that stand for it in a pattern. */
    String letters() {
        return letters;
    }

    @Override
    public void write(StringBuilder text, LocalDate date, long id) {
        String digits = "000" + date.get(field);
        text.append(digits, digits.length() - letters.length(), digits.length());
    }

    @Override
    public String syntax() {
        return "([0-9]{" + letters.length() + "})";
    }
}
