package io.leafid.web.route;

import io.leafid.IdGenerationException;
import io.leafid.RateExceededException;
import io.leafid.TagDisabledException;
import io.leafid.UnknownTagException;
import io.leafid.json.JsonWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The problem detail (RFC 9457) that answers a request which cannot be served. Immutable.
 *
 * @param status the HTTP status
 * @param title what kind of problem it is, the same for every occurrence
 * @param detail what went wrong this time; names no host, path or credential
 * @param headers what the status needs beside it
 * @param members what the body says beside these: the {@code type}, if it has one of its own, and what that has
 */
public record Problem(
        int status, String title, String detail, Map<String, String> headers, Map<String, String> members) {

    static final String CONTENT_TYPE = "application/problem+json";

    private Problem(int status, String title, String detail, Map<String, String> headers) {
        this(status, title, detail, headers, Map.of());
    }

    /** Why no id is issued. What can never succeed is a mistake of the request, so that no client tries it for ever. */
    public static Problem of(IdGenerationException failure) {
        if (failure instanceof UnknownTagException unknown) {
            return notFound("there is no tag '" + unknown.tag() + "'");
        }
        if (failure instanceof TagDisabledException disabled) {
            return forbidden("the tag '" + disabled.tag() + "' is switched off");
        }
        if (failure instanceof RateExceededException exceeded) {
            return exceeded.retryAfter()
                    .map(time -> tooManyRequests(exceeded.tag(), RetryAfter.seconds(time)))
                    .orElseGet(() -> badRequest(String.valueOf(exceeded.getMessage())));
        }
        return unavailable("no id can be issued now", RetryAfter.seconds(failure));
    }

    /** A request that can never succeed as it is: 400. */
    public static Problem badRequest(String detail) {
        return new Problem(400, "Bad Request", detail, Map.of());
    }

    /** A request that is not served to this client, or switched off: 403. */
    public static Problem forbidden(String detail) {
        return new Problem(403, "Forbidden", detail, Map.of());
    }

    private static Problem tooManyRequests(String tag, long retryAfterSeconds) {
        String detail = "the rate of tag '" + tag + "' is used up";
        return new Problem(429, "Too Many Requests", detail, retryAfter(retryAfterSeconds));
    }

    /** A request for what is not there: 404. */
    public static Problem notFound(String detail) {
        return new Problem(404, "Not Found", detail, Map.of());
    }

    static Problem methodNotAllowed(List<String> allowed) {
        String last = allowed.get(allowed.size() - 1);
        String names = (allowed.size() == 1)
                ? last + " is"
                : "%s and %s are".formatted(String.join(", ", allowed.subList(0, allowed.size() - 1)), last);
        String detail = "only " + names + " answered here";
        return new Problem(405, "Method Not Allowed", detail, Map.of("Allow", String.join(", ", allowed)));
    }

    static Problem requestTimeout(String detail) {
        return new Problem(408, "Request Timeout", detail, Map.of());
    }

    /** A request that does not fit what is stored: 409. */
    public static Problem conflict(String detail) {
        return new Problem(409, "Conflict", detail, Map.of());
    }

    /** A body of another type: 415. */
    public static Problem unsupportedMediaType(String detail) {
        return new Problem(415, "Unsupported Media Type", detail, Map.of());
    }

    /** A request that may succeed later: 503. */
    public static Problem unavailable(String detail, long retryAfterSeconds) {
        return new Problem(503, "Service Unavailable", detail, retryAfter(retryAfterSeconds));
    }

    private static Map<String, String> retryAfter(long seconds) {
        return Map.of("Retry-After", Long.toString(seconds));
    }

    /** The same problem as a client that is a program recognises it: what kind it is, and which tag it concerns. */
    public Problem about(String kind, String tag) {
        return new Problem(status, title, detail, headers, Map.of("type", "urn:leaf:" + kind, "tag", tag));
    }

    /** The same problem with one thing more that a program may read. */
    public Problem with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(members);
        more.put(name, value);
        return new Problem(status, title, detail, headers, more);
    }

    RouteResponse response() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("type", "about:blank");
        fields.put("title", title);
        fields.put("status", status);
        fields.put("detail", detail);
        fields.putAll(members);
        return RouteResponse.failed(
                status, CONTENT_TYPE, headers, JsonWriter.forBrowsers().write(fields));
    }
}
