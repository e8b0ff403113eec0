package io.leafid.autoconfigure;

import java.util.regex.Pattern;

/** Makes JDBC URLs fit for messages. Stateless. */
final class JdbcUrls {

    private static final Pattern PARAMETERS = Pattern.compile("[?;].*", Pattern.DOTALL);

    private static final Pattern CREDENTIALS = Pattern.compile("//[^/]*@");

    private JdbcUrls() {}

    /** Leaves out the parameters and whatever stands before an at sign, since both may hold passwords. */
    static String withoutSecrets(String url) {
        String bare = PARAMETERS.matcher(url).replaceFirst("");
        return CREDENTIALS.matcher(bare).replaceFirst("//");
    }
}
