package io.leafid.textid;

import java.util.regex.Pattern;

/** One part of a pattern. */
sealed interface TextPart permits TextPart.Literal, DateField, NumberFormat, CheckDigits {

    /** What it looks like in a text, as a regular expression. */
    String syntax();

    /**
     * Characters that are the same in all texts.
     *
     * @param text the characters
     */
    record Literal(String text) implements TextPart {

        @Override
        public String syntax() {
            return Pattern.quote(text);
        }
    }
}
