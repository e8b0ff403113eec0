package io.leafid.textid;

import java.math.BigInteger;
import java.util.Locale;
import java.util.stream.IntStream;

/** A way to compute check digits, by ISO 7064, over the letters and digits of a text; all other characters count as absent. */
enum CheckDigits implements TextPart {
    /** Two digits; finds nearly all errors. Letters count as two digits, 10 to 35, as in the code of a legal entity. */
    MOD_97_10("mod97-10", "[0-9]{2}", 0) {
        @Override
        int add(int state, int value) {
            return (value < DIGITS) ? (state * DIGITS + value) % 97 : (state * 100 + value) % 97;
        }

        @Override
        int addDecimal(int state, String zeros, long id) {
            int shifted = state * POWERS[zeros.length()] % 97;
            for (long rest = id; rest >= DIGITS; rest /= DIGITS) {
                shifted = shifted * DIGITS % 97;
            }
            return (shifted * DIGITS + (int) (id % 97)) % 97;
        }

        @Override
        String end(int state) {
            return ENDS_97[state];
        }
    },
    /** One digit or letter; the hybrid system for letters and digits. */
    MOD_37_36("mod37-36", "[0-9A-Z]", 36) {
        @Override
        int add(int state, int value) {
            int sum = (state + value) % 36;
            return (sum == 0 ? 36 : sum) * 2 % 37;
        }

        @Override
        String end(int state) {
            return ENDS_36[(37 - state) % 36];
        }
    };

    private static final int DIGITS = 10;

    /** The remainder of 10ⁿ, by n. */
    private static final int[] POWERS = IntStream.range(0, NumberFormat.MOST_DIGITS)
            .map(n -> BigInteger.TEN.pow(n).mod(BigInteger.valueOf(97)).intValue())
            .toArray();

    /** The check digits that end each state, made once, so that none is allocated for a text. */
    private static final String[] ENDS_97 = IntStream.range(0, 97)
            .mapToObj(state -> String.format(Locale.ROOT, "%02d", 98 - state * 100 % 97))
            .toArray(String[]::new);

    private static final String[] ENDS_36 = NumberFormat.BASE_36.split("");

    private final String symbol;
    private final String syntax;
    private final int start;

    CheckDigits(String symbol, String syntax, int start) {
        this.symbol = symbol;
        this.syntax = syntax;
        this.start = start;
    }

    /** Its name in a pattern. */
    String symbol() {
        return symbol;
    }

    @Override
    public String syntax() {
        return syntax;
    }

    abstract int add(int state, int value);

    abstract String end(int state);

    /** The state after texts that follow each other. */
    int begin(String... texts) {
        int state = start;
        for (String text : texts) {
            state = add(state, text);
        }
        return state;
    }

    int add(int before, String text) {
        int state = before;
        for (int i = 0; i < text.length(); i++) {
            int value = valueOf(text.charAt(i));
            state = (value < 0) ? state : add(state, value);
        }
        return state;
    }

    /** The state after zeros and the decimal digits of an id. */
    int addDecimal(int state, String zeros, long id) {
        return add(add(state, zeros), Long.toString(id));
    }

    private static int valueOf(char c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        int letter = (c | 0x20) - 'a'; // of either case
        return (c < 0x80 && letter >= 0 && letter < 26) ? letter + DIGITS : -1;
    }
}
