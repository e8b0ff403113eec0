package io.leafid.textid;

import java.time.LocalDate;
import java.util.regex.Pattern;

/**
 * The digits of an id in a text. Immutable.
 *
 * @param alphabet its digits, in ascending order
 * @param width how many digits it always has, filled with zeros; 0 for as many as it needs
 */
record NumberFormat(String alphabet, int width) implements TextPart {

    static final String DECIMAL = "0123456789";

    /** Crockford's, which has no letter that looks like a digit. */
    static final String BASE_32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    static final String BASE_36 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

    static final String BASE_62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    static final int MOST_DIGITS = 19;

    /** The largest id that fits. */
    long capacity() {
        long most = 0;
        for (int i = 0; i < width; i++) {
            if (most > (Long.MAX_VALUE - alphabet.length() + 1) / alphabet.length()) {
                return Long.MAX_VALUE;
            }
            most = most * alphabet.length() + alphabet.length() - 1;
        }
        return (width == 0) ? Long.MAX_VALUE : most;
    }

    @Override
    public void write(StringBuilder text, LocalDate date, long id) {
        char[] digits = new char[MOST_DIGITS];
        int first = MOST_DIGITS;
        for (long rest = id;
                rest > 0 || first == MOST_DIGITS || MOST_DIGITS - first < width;
                rest /= alphabet.length()) {
            digits[--first] = alphabet.charAt((int) (rest % alphabet.length()));
        }
        text.append(digits, first, MOST_DIGITS - first);
    }

    /**
     * The id of such digits.
     *
     * @throws ArithmeticException if it is larger than any id
     */
    long idOf(String digits) {
        long id = 0;
        for (int i = 0; i < digits.length(); i++) {
            id = Math.addExact(Math.multiplyExact(id, alphabet.length()), alphabet.indexOf(digits.charAt(i)));
        }
        return id;
    }

    @Override
    public String syntax() {
        String count = (width == 0) ? "1," + MOST_DIGITS : Integer.toString(width);
        return "(?<id>[" + Pattern.quote(alphabet) + "]{" + count + "})";
    }
}
