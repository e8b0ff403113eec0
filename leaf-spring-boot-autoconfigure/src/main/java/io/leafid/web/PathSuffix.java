package io.leafid.web;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * The text behind a route's path in the path of a request, to the letter. Stateless.
 *
 * <p>It is read from the path as it was sent, since what servers make of it differs: some leave encoded slashes encoded, and
 * all of them turn {@code a//b} or {@code a/./b} into {@code a/b}, which is another tag. So a path that a server would change
 * is refused.
 */
final class PathSuffix {

    static final String OTHER_FORM =
            "the path is not in its normal form; write a slash of a tag as %2F, or the whole tag as ?tag=";

    private static final Pattern PARAMETERS = Pattern.compile(";[^/]*");

    private PathSuffix() {}

    /**
     * Reads what follows the path of a route, decoded; slashes may have been sent encoded or not.
     *
     * @return an empty text if nothing follows
     * @throws IllegalArgumentException if it is badly encoded or not in its normal form
     */
    static String of(String path) {
        return (path.length() < 2) ? "" : decoded(path.substring(1));
    }

    private static String decoded(String path) {
        if (path.indexOf('%') < 0 && path.indexOf('/') < 0 && path.charAt(0) != '.') {
            return path; // as nearly all are
        }
        for (String segment : path.split("/", -1)) {
            requireNormal(decode(segment));
        }
        return decode(path);
    }

    /** Servers take off what follows a semicolon, such as a session's id, and so does this. */
    static String withoutParameters(String path) {
        return (path.indexOf(';') < 0) ? path : PARAMETERS.matcher(path).replaceAll("");
    }

    private static void requireNormal(String segment) {
        if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
            throw new IllegalArgumentException(OTHER_FORM);
        }
    }

    private static String decode(String encoded) {
        byte[] bytes = URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.ISO_8859_1)
                .getBytes(StandardCharsets.ISO_8859_1);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException ex) {
            throw new IllegalArgumentException("the path is not in UTF-8", ex);
        }
    }
}
