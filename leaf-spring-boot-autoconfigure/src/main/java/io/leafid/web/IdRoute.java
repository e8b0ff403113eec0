package io.leafid.web;

import io.leafid.IdGenerator;
import java.util.function.Function;

/** One id as plain text, as at the paths of the original. Thread-safe. */
final class IdRoute implements Route {

    private final Function<String, ? extends IdGenerator> engines;
    private final WaitLimit limit;

    IdRoute(Function<String, ? extends IdGenerator> engines, WaitLimit limit) {
        this.engines = engines;
        this.limit = limit;
    }

    @Override
    public RouteResponse answer(RouteRequest request) {
        String tag = request.tag();
        return RouteResponse.of(RouteResponse.TEXT, Long.toString(limit.nextId(engines.apply(tag), tag)));
    }
}
