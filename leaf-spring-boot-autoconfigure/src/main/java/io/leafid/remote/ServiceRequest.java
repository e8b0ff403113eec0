package io.leafid.remote;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request to the id service. Immutable.
 *
 * @param method the HTTP method
 * @param target what follows the URL of the instance: path and query
 * @param body a JSON text; {@code null} if there is none
 * @param maxReply how many bytes the reply may have
 */
record ServiceRequest(
        String method, String target, @Nullable String body, int maxReply) {

    private static final String PATH = "/api/segments";

    /** A tag that no server or proxy on the way takes for another one when it is part of a path. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_~-][A-Za-z0-9._~-]*");

    /** A reply that concerns one tag is much shorter. */
    private static final int SHORT = 64 * 1024;

    /** A million tags, and then some. */
    private static final int LONG = 256 * 1024 * 1024;

    static ServiceRequest all() {
        return new ServiceRequest("GET", PATH, null, LONG);
    }

    static ServiceRequest find(String tag) {
        return new ServiceRequest("GET", pathOf(tag), null, SHORT);
    }

    static ServiceRequest allocate(String tag, String body) {
        return new ServiceRequest("POST", pathOf(tag), body, SHORT);
    }

    static ServiceRequest create(String tag, String body) {
        return new ServiceRequest("PUT", pathOf(tag), body, SHORT);
    }

    static ServiceRequest giveBack(String tag, Grant grant, long first) {
        String path = pathOf(tag);
        String query = "token=%s&first=%d&end=%d".formatted(grant.token(), first, grant.end());
        return new ServiceRequest("DELETE", path + (path.contains("?") ? "&" : "?") + query, null, SHORT);
    }

    private static String pathOf(String tag) {
        return PLAIN.matcher(tag).matches() ? PATH + '/' + tag : PATH + "?tag=" + encoded(tag);
    }

    private static String encoded(String tag) {
        return URLEncoder.encode(tag, StandardCharsets.UTF_8);
    }
}
