package io.leafid;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a legal tag: 1 to 128 characters, none of them a control character, without space at either end.
 *
 * <p>Dots, slashes, colons, letters of any script and inner spaces are legal. Stateless.
 */
public final class Tags {

    /** The longest legal tag, in UTF-16 characters: what the table's {@code biz_tag} column holds. */
    public static final int MAX_LENGTH = 128;

    private Tags() {}

    /** Returns whether a tag is legal. */
    public static boolean isLegal(@Nullable String tag) {
        return tag != null && problemOf(tag) == null;
    }

    /**
     * Returns the tag if it is legal.
     *
     * @throws IllegalArgumentException if it is not, with the reason
     */
    public static String requireLegal(@Nullable String tag) {
        if (tag == null) {
            throw new IllegalArgumentException("tag must not be null");
        }
        if (isPlain(tag)) {
            return tag;
        }
        String problem = problemOf(tag);
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
        return tag;
    }

    /**
     * Returns the count if one batch may ask for it.
     *
     * @throws IllegalArgumentException if it is not from 1 to {@value IdGenerator#MAX_BATCH}
     */
    public static int requireBatch(int count) {
        if (count < 1 || count > IdGenerator.MAX_BATCH) {
            throw new IllegalArgumentException(
                    "count must be from 1 to " + IdGenerator.MAX_BATCH + ", but is " + count);
        }
        return count;
    }

    /** The tag that a period belongs to: {@code invoice} of {@code invoice/20261128}, {@code /202611} or {@code /2026}; any other tag itself. */
    public static String ownerOf(String tag) {
        int slash = tag.lastIndexOf('/');
        int digits = tag.length() - slash - 1;
        boolean isPeriod = slash > 0 && (digits == 4 || digits == 6 || digits == 8);
        for (int i = slash + 1; isPeriod && i < tag.length(); i++) {
            isPeriod = tag.charAt(i) >= '0' && tag.charAt(i) <= '9';
        }
        return isPeriod ? tag.substring(0, slash) : tag;
    }

    /** What a map has for a tag, or else for the tag whose period it is; {@code null} if it has neither. */
    public static <T> @Nullable T ofOwner(Map<String, T> byTag, String tag) {
        T own = byTag.get(tag);
        return (own != null || tag.indexOf('/') < 0) ? own : byTag.get(ownerOf(tag));
    }

    /** Returns whether a tag consists of visible ASCII characters; most do, and this is what an id may cost. */
    private static boolean isPlain(String tag) {
        int length = tag.length();
        if (length == 0 || length > MAX_LENGTH) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            char c = tag.charAt(i);
            if (c <= ' ' || c >= 0x7f) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable String problemOf(String tag) {
        if (tag.isEmpty()) {
            return "tag must not be empty";
        }
        if (tag.length() > MAX_LENGTH) {
            return "tag must have at most %s characters, but has %s: '%s…'"
                    .formatted(MAX_LENGTH, tag.length(), PrintableText.of(tag.substring(0, 32)));
        }
        if (isSpace(tag.codePointAt(0)) || isSpace(tag.codePointBefore(tag.length()))) {
            return "tag must not begin or end with space: '" + PrintableText.of(tag) + "'";
        }
        if (tag.codePoints().anyMatch(Tags::isUnprintable)) {
            return "tag must not contain control characters: '" + PrintableText.of(tag) + "'";
        }
        return null;
    }

    private static boolean isSpace(int codePoint) {
        return Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint);
    }

    /** Control characters, and lone surrogates, which no database stores faithfully. */
    private static boolean isUnprintable(int codePoint) {
        return Character.isISOControl(codePoint) || Character.getType(codePoint) == Character.SURROGATE;
    }
}
