package io.leafid.publicid;

import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Patterns that keys have which people type instead of drawing them. A random key has one of them less than once in a million, and
 * where it is a text of 22 letters once in a hundred. Pure.
 */
final class KeyPatterns {

    private static final int NIBBLE_VALUES = 16;
    private static final int BYTE_VALUES = 256;

    /** As many values of half a byte are in words such as deadbeef, whatever their length. */
    private static final int FEW_NIBBLES = 7;

    /** Letters alone, or digits and letters of one case: base64 of random bytes nearly always has more, and tools pad it. */
    private static final Pattern WORDS = Pattern.compile("[A-Za-z]+|[A-Z0-9_-]+|[a-z0-9_-]+");

    private KeyPatterns() {}

    /** Returns whether a text that could be base64 without padding is rather one that was typed. */
    static boolean isTyped(String text) {
        return WORDS.matcher(text).matches();
    }

    /** Returns whether bytes count up or down, repeat a few values, or are the characters of a text. */
    static boolean isPattern(byte[] key) {
        int[] bytes = new int[key.length];
        int[] nibbles = new int[2 * key.length];
        for (int i = 0; i < key.length; i++) {
            bytes[i] = key[i] & (BYTE_VALUES - 1);
            nibbles[2 * i] = bytes[i] / NIBBLE_VALUES;
            nibbles[2 * i + 1] = bytes[i] % NIBBLE_VALUES;
        }
        return counts(bytes, BYTE_VALUES)
                || counts(nibbles, NIBBLE_VALUES)
                || Arrays.stream(bytes).distinct().count() <= key.length / 2
                || Arrays.stream(nibbles).distinct().count() <= FEW_NIBBLES
                || Arrays.stream(bytes).allMatch(value -> value >= ' ' && value <= '~');
    }

    /** Returns whether nearly half of the values follow from the one before by the same step. */
    private static boolean counts(int[] values, int range) {
        int[] steps = new int[range];
        for (int i = 1; i < values.length; i++) {
            steps[Math.floorMod(values[i] - values[i - 1], range)]++;
        }
        return 9 * Arrays.stream(steps).max().orElse(0) >= 4 * (values.length - 1);
    }
}
