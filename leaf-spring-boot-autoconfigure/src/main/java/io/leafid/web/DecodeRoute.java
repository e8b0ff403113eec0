package io.leafid.web;

import io.leafid.SnowflakeLayout;
import java.util.function.Supplier;

/** Takes a snowflake id apart by the layout of this application. Thread-safe. */
final class DecodeRoute implements Route {

    private final Supplier<SnowflakeLayout> layout;

    DecodeRoute(Supplier<SnowflakeLayout> layout) {
        this.layout = layout;
    }

    @Override
    public RouteResponse answer(RouteRequest request) {
        SnowflakeLayout present = layout.get();
        long id = WholeNumber.parse(PathSuffix.of(request.path()), "id", 0, Long.MAX_VALUE);
        return RouteResponse.of(RouteResponse.JSON, Json.of(present.unpack(id)));
    }
}
