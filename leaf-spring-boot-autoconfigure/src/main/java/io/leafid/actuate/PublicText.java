package io.leafid.actuate;

import java.util.regex.Pattern;

/**
 * Takes out of a message of a database or registry what is nobody's business outside the process: passwords, tokens and
 * where files lie. Stateless.
 *
 * <p>Drivers do not put passwords into messages, but a mistaken URL is quoted as a whole, with all that is in it.
 */
final class PublicText {

    private static final String HIDDEN = "***";

    private static final Pattern SECRET_PARAMETER =
            Pattern.compile("(?i)\\b(password|passwd|pwd|secret|token|digest)(\\s*[=:]\\s*)[^\\s&;,)\"']+");

    private static final Pattern USER_INFO = Pattern.compile("//[^/\\s@]+@");

    private static final Pattern UUID = Pattern.compile("(?i)\\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b");

    /** Two names or more, so that "and/or" stays; the last name is kept, since it says which file or node it is. */
    private static final Pattern PATH =
            Pattern.compile("(?<![\\w./\\\\-])(?:[A-Za-z]:)?[/\\\\](?:[^\\s/\\\\\"':;]+[/\\\\])+(?=[^\\s/\\\\\"'])");

    private PublicText() {}

    static String of(String message) {
        String text = SECRET_PARAMETER.matcher(message).replaceAll("$1$2" + HIDDEN);
        text = USER_INFO.matcher(text).replaceAll("//" + HIDDEN + "@");
        text = UUID.matcher(text).replaceAll(HIDDEN);
        return PATH.matcher(text).replaceAll("…/");
    }
}
