package io.leafid.web.route;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;

/**
 * The response of a route, for any kind of server. Not thread-safe; written once.
 *
 * <p>The body comes in parts. Nearly always there is one, whose length is known; a large batch has several, each of which is
 * made when the client has taken the one before.
 *
 * @param status the HTTP status
 * @param contentType the type of the body
 * @param headers headers beside those that every answer has
 * @param first the first part
 * @param rest the further parts, each of which may throw when it is made
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RouteResponse(
        int status, String contentType, Map<String, String> headers, byte[] first, Iterator<byte[]> rest) {

    /** The type of a text. */
    public static final String TEXT = "text/plain;charset=UTF-8";

    /** The type of JSON. */
    public static final String JSON = "application/json";

    private static final int OK = 200;

    /** A body that is one text. */
    public static RouteResponse of(String contentType, String body) {
        return of(contentType, Map.of(), body.getBytes(StandardCharsets.UTF_8));
    }

    /** A body in one part, with headers of its own. */
    public static RouteResponse of(String contentType, Map<String, String> headers, byte[] body) {
        return new RouteResponse(OK, contentType, headers, body, Collections.emptyIterator());
    }

    /** An answer in several parts; the first is made already, so that its failure is an answer of its own. */
    public static RouteResponse inChunks(String contentType, byte[] first, Iterator<byte[]> rest) {
        return new RouteResponse(OK, contentType, Map.of(), first, rest);
    }

    /** A redirect to another place. */
    public static RouteResponse redirect(String location) {
        return failed(302, TEXT, Map.of("Location", location), "");
    }

    static RouteResponse failed(int status, String contentType, Map<String, String> headers, String body) {
        return new RouteResponse(
                status, contentType, headers, body.getBytes(StandardCharsets.UTF_8), Collections.emptyIterator());
    }
}
