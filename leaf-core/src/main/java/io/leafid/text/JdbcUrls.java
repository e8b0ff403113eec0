package io.leafid.text;

/** Reader of what JDBC URLs of all databases have in common. Stateless. */
public final class JdbcUrls {

    private JdbcUrls() {}

    /** The database or server that a URL names: without parameters, user and password. Without an at sign there is no user. */
    public static String withoutSecrets(String url) {
        return (url.indexOf('@') < 0)
                ? withoutParameters(url)
                : withoutParameters(SecretRedactor.withoutUserInfo(url)).replace(SecretRedactor.HIDDEN + "@", "");
    }

    /** The address without the parameters, which begin with a question mark or a semicolon. */
    public static String withoutParameters(String url) {
        int end = 0;
        while (end < url.length() && url.charAt(end) != '?' && url.charAt(end) != ';') {
            end++;
        }
        return url.substring(0, end);
    }
}
