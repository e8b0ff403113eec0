package io.leafid.web.route;

import java.util.List;

/** A handler of the requests below one path, for any kind of server. Thread-safe. */
public interface Route {

    /**
     * Answers a request; may wait for ids.
     *
     * @throws IllegalArgumentException if it asks for what cannot be
     * @throws io.leafid.IdGenerationException if no id can be issued
     */
    RouteResponse answer(RouteRequest request);

    /** The methods that are answered. HEAD is answered as GET is, but for the body; where an answer uses up an id it is not. */
    default List<String> methods() {
        return List.of("GET");
    }

    /** Returns whether a request with this method has a body to be read. */
    default boolean readsBody(String method) {
        return !method.equals("GET") && methods().contains(method);
    }

    /** Returns whether a page of another site may have a browser ask for it. */
    default boolean isOpenToOtherSites(RouteRequest request) {
        return false;
    }
}
