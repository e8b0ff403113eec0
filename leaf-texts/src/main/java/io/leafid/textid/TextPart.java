package io.leafid.textid;

import java.util.regex.Pattern;

/** One part of a pattern. */
sealed interface TextPart permits TextPart.Literal, DateField, NumberFormat, CheckDigits {

    /** The regular expression of its places in texts. */
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
