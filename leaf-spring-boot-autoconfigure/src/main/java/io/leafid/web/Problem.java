package io.leafid.web;

import io.leafid.json.JsonWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The problem detail (RFC 9457) that answers a request which cannot be served. Immutable.
 *
 * @param status the HTTP status
 * @param title what kind of problem it is, the same for every occurrence
 * @param detail what went wrong this time; names no host, path or credential
 * @param headers what the status needs beside it
 */
record Problem(int status, String title, String detail, Map<String, String> headers) {

    static final String CONTENT_TYPE = "application/problem+json";

    static Problem badRequest(String detail) {
        return new Problem(400, "Bad Request", detail, Map.of());
    }

    static Problem forbidden(String detail) {
        return new Problem(403, "Forbidden", detail, Map.of());
    }

    static Problem notFound(String detail) {
        return new Problem(404, "Not Found", detail, Map.of());
    }

    static Problem methodNotAllowed(boolean orHead) {
        return orHead
                ? new Problem(
                        405, "Method Not Allowed", "only GET and HEAD are answered here", Map.of("Allow", "GET, HEAD"))
                : new Problem(405, "Method Not Allowed", "only GET is answered here", Map.of("Allow", "GET"));
    }

    static Problem unavailable(String detail, long retryAfterSeconds) {
        return new Problem(503, "Service Unavailable", detail, Map.of("Retry-After", Long.toString(retryAfterSeconds)));
    }

    RouteResponse response() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("type", "about:blank");
        fields.put("title", title);
        fields.put("status", status);
        fields.put("detail", detail);
        return RouteResponse.failed(
                status, CONTENT_TYPE, headers, JsonWriter.forBrowsers().write(fields));
    }
}
