package io.leafid.text;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes secrets out of texts that Leaf did not write itself: messages of databases and registries, and values of settings. Used
 * for logs, explained failures, health and endpoint. Stateless.
 *
 * <p>Drivers do not put passwords into messages, but a mistaken URL is quoted as a whole, with all that is in it. Where a text can
 * be read in two ways, too much is hidden rather than too little.
 */
public final class SecretRedactor {

    /** The text that stands for a secret. */
    public static final String HIDDEN = "***";

    /** The endings of the names of secrets. */
    private static final String SECRET_WORD =
            "(?:passw(?:or)?[dt]|(?<![a-z0-9])(?:pass|pw|auth|sig)|pwd|passphrase|secret|token|digest|credentials?"
                    + "|authorization|signature|(?:api|access|account|private|shared|secret)[._-]?key)";

    private static final Pattern SECRET_NAME = Pattern.compile("(?i)" + SECRET_WORD + "$");

    /** A value in quotes or, as SQL Server has it, in braces ends with them; another one at white space or at what divides parameters, less closing brackets. */
    private static final String VALUE = "(?:\"(?:[^\"\\\\]|\\\\.)*+(?:\"|$)|'(?:[^'\\\\]|\\\\.)*+(?:'|$)"
            + "|\\{(?:[^}]|\\}\\})*+(?:\\}|$)"
            + "|(?:Basic|Bearer|Digest)[ \\t]+[^\\s\"',;)]+"
            + "|[^\\s&;\"'][^\\s&;]*?(?=[)\\]},.:'\"]*(?:[\\s&;]|$)|\\)[(/,]))";

    /** MySQL says whether a password was given, which is no secret and often the clue. */
    private static final Pattern ASSIGNMENT = Pattern.compile("(?i)(" + SECRET_WORD
            + "\\\\?[\"']?[ \\t]*(?:=>|=(?!>)|:)[ \\t]*)(?!\\*+(?:\\W|$))(?!(?<=using password: )(?:YES|NO)\\))"
            + VALUE);

    /** As a command line has it: a name behind dashes and its value behind a space. */
    private static final Pattern OPTION =
            Pattern.compile("(?i)((?<![\\w-])--?[\\w.-]{0,60}?" + SECRET_WORD + "[ \\t]++)(?!-|\\*+(?:\\W|$))" + VALUE);

    /** A key in PEM, to its end or, where that was cut off, the text's. */
    private static final Pattern PEM_KEY = Pattern.compile(
            "-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,20}-----(?s:.*?)(?:-----END [A-Z0-9 ]{0,60}-----|\\z)");

    /** A text that may be a URL; passwords before its at sign may hold anything but white space. */
    private static final Pattern WORD = Pattern.compile("[^\\s\"'<>]++");

    /** An at sign in the parameters, as in {@code //db:3306/ids?user=leaf@shop}, divides nothing. */
    private static final Pattern PARAMETER_WITH_AT = Pattern.compile("[^/:@]*(?::\\d{1,5})?(?:[/,].*)?[?;]\\w+=.*");

    private static final Pattern RUN = Pattern.compile("\\S++");

    /** As Oracle's driver has it: a name, a slash and a password before the at sign, which is the last one of the run. */
    private static final Pattern NAME_AND_PASSWORD = Pattern.compile("(jdbc:[\\w-]+:(?:\\w+:)?+)[^\\s/@:]+[/:]\\S+@");

    /** The text that MariaDB's driver takes for a port in a URL with a user and a password. */
    private static final Pattern PASSWORD_AND_HOST = Pattern.compile("(?<=: )[^\\s'\"@:]+@(?=[\\w.-])");

    private static final Pattern UUID = Pattern.compile("(?i)\\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b");

    /**
     * Two names or more, so that "and/or" stays; the last name is kept, since it says which file or node it is. Possessive, so that a path
     * of any length needs no stack.
     */
    private static final Pattern PATH =
            Pattern.compile("(?<![\\w./\\\\-])(?:[A-Za-z]:)?[/\\\\](?:[^\\s/\\\\\"':;]++[/\\\\](?=[^\\s/\\\\\"']))++");

    private SecretRedactor() {}

    /** Hides passwords and the like, for logs and for failures at start. */
    public static String redact(String text) {
        String hidden = withoutUserInfo(PEM_KEY.matcher(text).replaceAll(HIDDEN));
        return OPTION.matcher(ASSIGNMENT.matcher(hidden).replaceAll("$1" + HIDDEN))
                .replaceAll("$1" + HIDDEN);
    }

    /** Hides also the tokens of leases and where files lie, for those outside of the process. */
    public static String redactForClients(String text) {
        return PATH.matcher(UUID.matcher(redact(text)).replaceAll(HIDDEN)).replaceAll("…/");
    }

    /** The value of a setting as it may be shown beside its name. */
    public static String redactValue(String name, String value) {
        if (SECRET_NAME.matcher(name).find()) {
            return HIDDEN;
        }
        boolean isUnusualUrl = name.endsWith("url") && !value.contains("//") && !value.startsWith("jdbc:");
        return redact(isUnusualUrl ? value.replaceFirst(".*@", HIDDEN + "@") : value);
    }

    static String withoutUserInfo(String text) {
        String hidden = WORD.matcher(text).replaceAll(SecretRedactor::hideUserInfo);
        hidden = RUN.matcher(hidden).replaceAll(SecretRedactor::hideNameAndPassword);
        return PASSWORD_AND_HOST.matcher(hidden).replaceAll(HIDDEN + "@");
    }

    /** Looks no further than the last at sign, which each address before it would look for else. */
    private static String hideNameAndPassword(MatchResult run) {
        String text = run.group();
        int end = text.lastIndexOf('@') + 1;
        String hidden = NAME_AND_PASSWORD.matcher(text.substring(0, end)).replaceAll("$1" + HIDDEN + "@");
        return Matcher.quoteReplacement(hidden + text.substring(end));
    }

    /** Hides what stands between two slashes and the last at sign. */
    private static String hideUserInfo(MatchResult word) {
        String text = word.group();
        int start = text.indexOf("//") + 2;
        int end = text.lastIndexOf('@');
        boolean isHidden = start > 1
                && end >= start
                && !PARAMETER_WITH_AT.matcher(text.substring(start, end + 1)).matches();
        return Matcher.quoteReplacement(isHidden ? text.substring(0, start) + HIDDEN + text.substring(end) : text);
    }
}
