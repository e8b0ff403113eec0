package io.leafid.publicid;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The 22 characters of 128 bits in base64url without padding. Stateless.
 *
 * <p>They have room for 132 bits. The last four are 0 in the one text that a block has; the other 15 that would read the same are
 * refused.
 */
final class PublicIdText {

    private static final byte[] ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] VALUES = values();

    /** The character that holds the end of the first half and the beginning of the second. */
    private static final int MIDDLE = 10;

    private static final int LAST = PublicIds.LENGTH - 1;

    private PublicIdText() {}

    private static byte[] values() {
        byte[] values = new byte[128];
        Arrays.fill(values, (byte) -1);
        for (byte i = 0; i < ALPHABET.length; i++) {
            values[ALPHABET[i]] = i;
        }
        return values;
    }

    /** Writes the characters of a block into a buffer of their length. */
    static void write(long high, long low, byte[] characters) {
        for (int i = 0; i < MIDDLE; i++) {
            characters[i] = ALPHABET[(int) (high >>> (58 - 6 * i)) & 63];
            characters[MIDDLE + 1 + i] = ALPHABET[(int) (low >>> (56 - 6 * i)) & 63];
        }
        characters[MIDDLE] = ALPHABET[(int) ((high & 15) << 2 | low >>> 62)];
        characters[LAST] = ALPHABET[(int) (low & 3) << 4];
    }

    /** The problem of a text that is not that of a block, or {@code null} if it is. */
    static @Nullable String problemOf(@Nullable String text) {
        if (text == null || text.length() != PublicIds.LENGTH) {
            return "it has %s characters instead of %s".formatted((text == null) ? 0 : text.length(), PublicIds.LENGTH);
        }
        int all = 0;
        for (int i = 0; i < PublicIds.LENGTH; i++) {
            all |= value(text, i);
        }
        if (all < 0) {
            return "it has a character other than A-Z, a-z, 0-9, '-' and '_'";
        }
        return ((value(text, LAST) & 15) == 0) ? null : "it does not end as a public id does";
    }

    /** The first eight bytes of a text that has no problem. */
    static long high(String text) {
        long bits = 0;
        for (int i = 0; i < MIDDLE; i++) {
            bits = bits << 6 | value(text, i);
        }
        return bits << 4 | value(text, MIDDLE) >>> 2;
    }

    /** The last eight bytes of a text that has no problem. */
    static long low(String text) {
        long bits = value(text, MIDDLE) & 3;
        for (int i = MIDDLE + 1; i < LAST; i++) {
            bits = bits << 6 | value(text, i);
        }
        return bits << 2 | value(text, LAST) >>> 4;
    }

    /** Negative if the character does not belong there. */
    private static int value(String text, int index) {
        char c = text.charAt(index);
        return (c < VALUES.length) ? VALUES[c] : -1;
    }
}
