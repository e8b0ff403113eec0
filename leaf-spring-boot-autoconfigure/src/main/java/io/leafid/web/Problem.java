package io.leafid.web;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An answer that is not what was asked for, as a problem detail (RFC 9457). Immutable.
 *
 * @param status the HTTP status
 * @param title what kind of problem it is, the same for every occurrence
 * @param detail what went wrong this time; names no host, path or credential
 */
record Problem(int status, String title, String detail) {

    static final String CONTENT_TYPE = "application/problem+json";

    /** How long a client should leave a server alone that cannot issue ids, in seconds. */
    private static final String RETRY_AFTER_SECONDS = "1";

    static Problem badRequest(String detail) {
        return new Problem(HttpServletResponse.SC_BAD_REQUEST, "Bad Request", detail);
    }

    static Problem notFound(String detail) {
        return new Problem(HttpServletResponse.SC_NOT_FOUND, "Not Found", detail);
    }

    static Problem methodNotAllowed() {
        return new Problem(
                HttpServletResponse.SC_METHOD_NOT_ALLOWED, "Method Not Allowed", "only GET is answered here");
    }

    static Problem unavailable(String detail) {
        return new Problem(HttpServletResponse.SC_SERVICE_UNAVAILABLE, "Service Unavailable", detail);
    }

    void writeTo(HttpServletResponse response) throws IOException {
        response.setStatus(status);
        if (status == HttpServletResponse.SC_SERVICE_UNAVAILABLE) {
            response.setHeader("Retry-After", RETRY_AFTER_SECONDS);
        }
        if (status == HttpServletResponse.SC_METHOD_NOT_ALLOWED) {
            response.setHeader("Allow", "GET");
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("type", "about:blank");
        fields.put("title", title);
        fields.put("status", status);
        fields.put("detail", detail);
        Responses.write(response, CONTENT_TYPE, Json.of(fields));
    }
}
