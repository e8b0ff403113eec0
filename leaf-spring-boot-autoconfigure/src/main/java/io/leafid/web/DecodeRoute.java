package io.leafid.web;

import io.leafid.SnowflakeId;
import io.leafid.SnowflakeLayout;
import io.leafid.json.JsonWriter;
import io.leafid.web.route.PathSuffix;
import io.leafid.web.route.Route;
import io.leafid.web.route.RouteRequest;
import io.leafid.web.route.RouteResponse;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The route that takes a snowflake id apart by the layout of this application, in one of two forms. Thread-safe.
 *
 * @param layout the layout
 * @param idName what the id is called in messages
 * @param idText where the id is
 * @param form the parts as they are answered
 * @param isOriginal whether a failure is answered as the original does
 */
record DecodeRoute(
        Supplier<SnowflakeLayout> layout,
        String idName,
        Function<RouteRequest, String> idText,
        Function<SnowflakeId, ?> form,
        boolean isOriginal)
        implements Route {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);

    /** A route for an id that follows the path. */
    static DecodeRoute ofPath(Supplier<SnowflakeLayout> layout) {
        return new DecodeRoute(layout, "id", request -> PathSuffix.of(request.path()), Function.identity(), false);
    }

    /** A route in the form of the original: the id is a parameter, the parts are texts, times are in this server's zone. */
    static DecodeRoute ofOriginal(Supplier<SnowflakeLayout> layout) {
        return new DecodeRoute(
                layout,
                "snowflakeId",
                request -> Objects.requireNonNullElse(request.parameter("snowflakeId"), ""),
                DecodeRoute::originalForm,
                true);
    }

    @Override
    public RouteResponse answer(RouteRequest request) {
        SnowflakeLayout present = layout.get();
        try {
            return answer(request, present);
        } catch (IllegalArgumentException ex) {
            if (isOriginal) { // its clients look for this
                return RouteResponse.of(
                        RouteResponse.JSON,
                        JsonWriter.forBrowsers().write(Map.of("errorMsg", String.valueOf(ex.getMessage()))));
            }
            throw ex;
        }
    }

    private RouteResponse answer(RouteRequest request, SnowflakeLayout present) {
        long id = WholeNumber.parse(idText.apply(request), idName, 0, Long.MAX_VALUE);
        return RouteResponse.of(RouteResponse.JSON, JsonWriter.forBrowsers().write(form.apply(present.unpack(id))));
    }

    private static Map<String, String> originalForm(SnowflakeId id) {
        String time = TIME.format(id.timestamp().atZone(ZoneId.systemDefault()));
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("timestamp", "%s(%s)".formatted(id.timestamp().toEpochMilli(), time));
        fields.put("workerId", Integer.toString(id.workerId()));
        fields.put("sequenceId", Long.toString(id.sequence()));
        return fields;
    }
}
