package io.leafid.textid;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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

    /** The most digits that {@link TextForm} writes by pairs; no id has more in base 32, 36 or 62. */
    static final int PAIRED_DIGITS = 14;

    private static final String[] ZEROS = new String[MOST_DIGITS];

    private static final Map<String, List<String>> PAIRS = new ConcurrentHashMap<>();

    static {
        for (int i = 0; i < ZEROS.length; i++) {
            ZEROS[i] = "0".repeat(i);
        }
    }

    int base() {
        return alphabet.length();
    }

    boolean isDecimal() {
        return base() == DECIMAL.length();
    }

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

    /** The zeros before the digits of an id that fits. */
    String zeros(long id) {
        if (width == 0) {
            return "";
        }
        int zeros = width - 1;
        for (long rest = id / alphabet.length(); rest > 0 && zeros > 0; rest /= alphabet.length()) {
            zeros--;
        }
        return ZEROS[zeros];
    }

    /** The zeros that stand before the pairs of every id, where the width is larger than they are. */
    String fixedZeros() {
        return isDecimal() ? "" : ZEROS[Math.max(0, width - PAIRED_DIGITS)];
    }

    /** All pairs of digits by their value, then all single ones; empty for decimal ids, which Java writes. */
    List<String> pairs() {
        return isDecimal() ? List.of() : PAIRS.computeIfAbsent(alphabet, NumberFormat::pairsOf);
    }

    private static List<String> pairsOf(String digits) {
        String[] single = digits.split("");
        return Stream.concat(Stream.of(single).flatMap(a -> Stream.of(single).map(a::concat)), Stream.of(single))
                .toList();
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
