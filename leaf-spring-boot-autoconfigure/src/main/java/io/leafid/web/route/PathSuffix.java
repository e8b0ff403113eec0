package io.leafid.web.route;

import java.nio.charset.CharacterCodingException;
import org.jspecify.annotations.Nullable;

/**
 * The text behind a route's path in the path of a request, exactly. Stateless.
 *
 * <p>It is read from the path as it was sent, since what servers make of it differs: some leave encoded slashes encoded, and
 * all of them turn {@code a//b} or {@code a/./b} into {@code a/b}, which is another tag. So a path that a server would change
 * is refused.
 */
public final class PathSuffix {

    static final String OTHER_FORM =
            "the path is not in its normal form; write a slash of a tag as %2F, or the whole tag as ?tag=";

    private PathSuffix() {}

    /**
     * Reads what follows the path of a route, decoded; slashes may have been sent encoded or not.
     *
     * @return an empty text if nothing follows
     * @throws IllegalArgumentException if it is badly encoded or not in its normal form
     */
    public static String of(String path) {
        return (path.length() < 2) ? "" : decoded(path.substring(1));
    }

    /** The text behind the path or, for tags that no path can carry, such as two dots, the parameter {@code tag}; else nothing. */
    public static @Nullable String tag(RouteRequest request) {
        String inPath = of(request.path());
        return inPath.isEmpty() ? request.parameter("tag") : inPath;
    }

    /**
     * The same.
     *
     * @throws ProblemException if there is no tag
     */
    public static String requiredTag(RouteRequest request) {
        String tag = tag(request);
        if (tag == null) {
            throw new ProblemException(Problem.notFound("the path ends where a tag should follow"));
        }
        return tag;
    }

    /**
     * The same for a path at whose end a slash means nothing.
     *
     * @throws ProblemException if there is no tag
     */
    public static String requiredTagBeforeSlash(RouteRequest request) {
        String path = request.path();
        String tag = (path.length() > 2 && path.endsWith("/")) ? of(path.substring(0, path.length() - 1)) : null;
        return (tag == null) ? requiredTag(request) : tag;
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
    public static String withoutParameters(String path) {
        StringBuilder kept = new StringBuilder(path);
        for (int start = kept.indexOf(";"); start >= 0; start = kept.indexOf(";", start)) {
            int end = kept.indexOf("/", start);
            kept.delete(start, (end < 0) ? kept.length() : end);
        }
        return kept.toString();
    }

    private static void requireNormal(String segment) {
        if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
            throw new IllegalArgumentException(OTHER_FORM);
        }
    }

    private static String decode(String encoded) {
        try {
            return QueryParameter.utf8(encoded.replace("+", "%2B"));
        } catch (CharacterCodingException ex) {
            throw new IllegalArgumentException("the path is not in UTF-8", ex);
        }
    }
}
