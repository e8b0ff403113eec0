package io.leafid;

import org.jspecify.annotations.Nullable;

/**
 * Makes text of others (a tag, an owner in a registry, what a file or a server says) safe to stand in a log line or a
 * message: on one line, in its own direction, and of a bounded length. Stateless.
 *
 * <p>Control characters, line and paragraph separators, format characters such as bidirectional marks, and lone surrogates
 * are written as {@code \}{@code u2028}. All else stays as it is.
 */
public final class PrintableText {

    /** The most characters of the original that are kept. */
    public static final int MAX_LENGTH = 2_000;

    private PrintableText() {}

    /** The text, made safe; {@code null} reads {@code null}. */
    public static String of(@Nullable String text) {
        if (text == null) {
            return "null";
        }
        return isPlain(text) ? text : escaped(text);
    }

    /** Visible ASCII and spaces, and not too long; nearly all texts are. */
    private static boolean isPlain(String text) {
        if (text.length() > MAX_LENGTH) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c >= 0x7f) {
                return false;
            }
        }
        return true;
    }

    private static String escaped(String text) {
        int end = Math.min(text.length(), MAX_LENGTH);
        StringBuilder safe = new StringBuilder(end + 16);
        int i = 0;
        while (i < end) {
            int codePoint = text.codePointAt(i);
            if (isPrintable(codePoint)) {
                safe.appendCodePoint(codePoint);
            } else {
                safe.append("\\u%04x".formatted(codePoint));
            }
            i += Character.charCount(codePoint);
        }
        if (i < text.length()) {
            safe.append("… (%s more characters)".formatted(text.length() - i));
        }
        return safe.toString();
    }

    private static boolean isPrintable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> false;
            default -> true;
        };
    }
}
