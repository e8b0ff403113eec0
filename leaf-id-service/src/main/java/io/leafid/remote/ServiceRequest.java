package io.leafid.remote;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A request to the id service. Immutable.
 *
 * @param method the HTTP method
 * @param target what follows the URL of the instance: path and query
 * @param body a JSON text; {@code null} if there is none
 */
record ServiceRequest(
        String method, String target, @Nullable String body) {

    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String PATH = "/api/segments";

    static ServiceRequest all() {
        return new ServiceRequest("GET", PATH, null);
    }

    static ServiceRequest find(String tag) {
        return new ServiceRequest("GET", target(tag), null);
    }

    static ServiceRequest allocate(String tag, Map<String, Object> body) {
        return new ServiceRequest("POST", target(tag), MAPPER.writeValueAsString(body));
    }

    static ServiceRequest create(String tag, Map<String, Object> body) {
        return new ServiceRequest("PUT", target(tag), MAPPER.writeValueAsString(body));
    }

    static ServiceRequest giveBack(String tag, Grant grant, long first) {
        String query = "&token=%s&first=%s&end=%s".formatted(grant.token(), first, grant.end());
        return new ServiceRequest("DELETE", target(tag) + query, null);
    }

    /** As a parameter, since no server or proxy on the way takes that for another tag. */
    private static String target(String tag) {
        return PATH + "?tag=" + URLEncoder.encode(tag, StandardCharsets.UTF_8);
    }
}
