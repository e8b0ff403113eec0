package io.leafid.web;

/** The parser of numbers in a request: digits from 0 to 9, no sign, no digits of other scripts. Stateless. */
final class WholeNumber {

    /** As many characters of what is no number are repeated to the client. */
    private static final int SHOWN = 64;

    private WholeNumber() {}

    /**
     * Reads a whole number.
     *
     * @throws IllegalArgumentException if it is none from {@code min} to {@code max}
     */
    static long parse(String text, String what, long min, long max) {
        long number = isNumber(text) ? parsed(text) : -1;
        if (number < min || number > max) {
            throw new IllegalArgumentException("%s must be a whole number from %d to %d, but is '%s'"
                    .formatted(what, min, max, (text.length() <= SHOWN) ? text : text.substring(0, SHOWN) + "..."));
        }
        return number;
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** The number, or -1 if it is too large for one. */
    private static long parsed(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException ex) {
            return -1;
        }
    }
}
