package io.leafid.web.route;

import org.jspecify.annotations.Nullable;

/** A request to a route, on any kind of server. Used by one thread. */
public interface RouteRequest {

    /** The most bytes that a body may have. */
    int MAX_BODY = 4_096;

    /** The method, as it was sent. */
    String method();

    /** The path of the route, with everything that stands before it, as it was sent. */
    String base();

    /**
     * The text behind the route's own path, as it was sent but without parameters behind semicolons: empty, or beginning with a
     * slash.
     *
     * @throws IllegalArgumentException if the path is not in its normal form
     */
    String path();

    /**
     * A parameter of the query, or {@code null} if it is not there.
     *
     * @throws IllegalArgumentException if the query is badly encoded
     */
    @Nullable String parameter(String name);

    /**
     * The body as UTF-8; empty if there is none.
     *
     * @throws IllegalArgumentException if it is longer than {@link #MAX_BODY}, or cannot be read to its end
     */
    String body();

    /** A header, or {@code null} if it is not there. */
    @Nullable String header(String name);
}
