package io.leafid.textid;

/** A way to compute check digits, by ISO 7064, over the letters and digits of a text; all other characters count as absent. */
enum CheckDigits implements TextPart {
    /** Two digits; finds nearly all errors. Letters count as two digits, 10 to 35, as in the code of a legal entity. */
    MOD_97_10("mod97-10", "[0-9]{2}", 0) {
        @Override
        int add(int state, int value) {
            return (state * (value < 10 ? 10 : 100) + value) % 97;
        }

        @Override
        String end(int state) {
            int check = 98 - state * 100 % 97;
            return (check < 10) ? "0" + check : Integer.toString(check);
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

    /** The check digits of a text that has none yet. */
    String of(CharSequence text) {
        int state = start;
        for (int i = 0; i < text.length(); i++) {
            int value = valueOf(text.charAt(i));
            state = (value < 0) ? state : add(state, value);
        }
        return end(state);
    }

    /** The value of an ASCII digit or letter; negative for anything else. */
    private static int valueOf(char c) {
        return (c < 0x80) ? Character.digit(c, 36) : -1;
    }
}
