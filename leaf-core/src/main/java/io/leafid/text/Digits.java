package io.leafid.text;

import java.util.OptionalLong;

/** Reader of numbers that stand in names and files: digits from 0 to 9 and nothing else. Stateless. */
public final class Digits {

    private Digits() {}

    /** The number; empty if the text is empty, longer than so many digits, has anything else in it, or is too large for 63 bits. */
    public static OptionalLong parse(String text, int maxDigits) {
        boolean isNumber =
                !text.isEmpty() && text.length() <= maxDigits && text.chars().allMatch(c -> c >= '0' && c <= '9');
        try {
            return isNumber ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
        } catch (NumberFormatException ex) {
            return OptionalLong.empty();
        }
    }
}
