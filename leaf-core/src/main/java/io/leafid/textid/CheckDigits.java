package io.leafid.textid;

/** A way to compute check digits, by ISO 7064, over the letters and digits of a text; all other characters count as absent. */
enum CheckDigits implements TextPart {
    /** Two digits; finds nearly all errors. Letters count as two digits, 10 to 35, as in the code of a legal entity. */
    MOD_97_10("mod97-10", "[0-9]{2}", 0) {
        @Override
        int add(int state, int value) {
            return (value < DIGITS) ? (state * DIGITS + value) % 97 : (state * 100 + value) % 97;
        }

        @Override
        String end(int state) {
            int check = 98 - state * 100 % 97;
            return (check < DIGITS) ? "0" + check : Integer.toString(check);
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
            return String.valueOf(NumberFormat.BASE_36.charAt((37 - state) % 36));
        }
    };

    private static final int DIGITS = 10;

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

    /** The check digits of texts that follow each other. */
    String of(String... texts) {
        int state = start;
        for (String text : texts) {
            for (int i = 0; i < text.length(); i++) {
                int value = valueOf(text.charAt(i));
                state = (value < 0) ? state : add(state, value);
            }
        }
        return end(state);
    }

    private static int valueOf(char c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        int letter = (c | 0x20) - 'a'; // of either case
        return (c < 0x80 && letter >= 0 && letter < 26) ? letter + DIGITS : -1;
    }
}
