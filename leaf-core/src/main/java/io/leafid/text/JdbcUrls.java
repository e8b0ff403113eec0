package io.leafid.text;

/** Reader of what JDBC URLs of all databases have in common. Stateless. */
public final class JdbcUrls {

    private JdbcUrls() {}

    /** The address without the parameters, which begin with a question mark or a semicolon. */
    public static String withoutParameters(String url) {
        int end = 0;
        while (end < url.length() && url.charAt(end) != '?' && url.charAt(end) != ';') {
            end++;
        }
        return url.substring(0, end);
    }
}
