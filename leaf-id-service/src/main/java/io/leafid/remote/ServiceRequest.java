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
 */
record ServiceRequest(
        String method, String target, @Nullable String body) {

    private static final String PATH = "/api/segments";

    /** A tag that no server or proxy on the way takes for another one when it is part of a path. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_~-][A-Za-z0-9._~-]*");

    static ServiceRequest all() {
        return new ServiceRequest("GET", PATH, null);
    }

    static ServiceRequest find(String tag) {
        return new ServiceRequest("GET", pathOf(tag), null);
    }

    static ServiceRequest allocate(String tag, String body) {
        return new ServiceRequest("POST", pathOf(tag), body);
    }

    static ServiceRequest create(String tag, String body) {
        return new ServiceRequest("PUT", pathOf(tag), body);
    }

    static ServiceRequest giveBack(String tag, Grant grant, long first) {
        String path = pathOf(tag);
        String query = "token=%s&first=%s&end=%s".formatted(grant.token(), first, grant.end());
        return new ServiceRequest("DELETE", path + (path.contains("?") ? "&" : "?") + query, null);
    }

    private static String pathOf(String tag) {
        return PLAIN.matcher(tag).matches()
                ? PATH + '/' + tag
                : PATH + "?tag=" + URLEncoder.encode(tag, StandardCharsets.UTF_8);
    }
}
