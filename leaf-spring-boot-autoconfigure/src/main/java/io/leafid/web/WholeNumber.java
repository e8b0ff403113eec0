package io.leafid.web;

import io.leafid.text.Digits;

/** The parser of numbers in a request: digits from 0 to 9, no sign, no digits of other scripts. Stateless. */
public final class WholeNumber {

    /** As many characters of what is no number are repeated to the client. */
    private static final int SHOWN = 64;

    private WholeNumber() {}

    /**
     * Reads a whole number.
     *
     * @throws IllegalArgumentException if it is none from {@code min} to {@code max}
     */
    public static long parse(String text, String what, long min, long max) {
        long number = Digits.parse(text, Integer.MAX_VALUE).orElse(-1);
        if (number < min || number > max) {
            throw new IllegalArgumentException(
                    "%s must be a whole number from %s to %s, but is '%s'".formatted(what, min, max, shown(text)));
        }
        return number;
    }

    /** The beginning of a text, which may be long. */
    static String shown(String text) {
        return (text.length() <= SHOWN) ? text : text.substring(0, SHOWN) + "...";
    }
}
