package io.leafid.textid;

import java.time.LocalDate;
import java.util.regex.Pattern;

/** One part of a pattern. */
sealed interface TextPart permits TextPart.Literal, DateField, NumberFormat, CheckDigits {

    /** Writes the part of one text; check digits, which come last, are written by the pattern. */
    default void write(StringBuilder text, LocalDate date, long id) {}

    /** The regular expression of its places in texts. */
    String syntax();

    /**
     * Characters that are the same in all texts.
     *
     * @param text the characters
     */
    record Literal(String text) implements TextPart {

        @Override
        public void write(StringBuilder made, LocalDate date, long id) {
            made.append(text);
        }

        @Override
        public String syntax() {
            return Pattern.quote(text);
        }
    }
}
