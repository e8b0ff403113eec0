package io.leafid.web;

import io.leafid.SnowflakeId;
import io.leafid.SnowflakeLayout;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** Takes a snowflake id apart at the path and in the format of the original: texts, times in this server's zone. */
final class OriginalDecodeRoute implements Route {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);

    private final Supplier<SnowflakeLayout> layout;

    OriginalDecodeRoute(Supplier<SnowflakeLayout> layout) {
        this.layout = layout;
    }

    @Override
    public RouteResponse answer(RouteRequest request) {
        SnowflakeLayout present = layout.get();
        String text = request.parameter("snowflakeId");
        SnowflakeId id =
                present.unpack(WholeNumber.parse((text == null) ? "" : text, "snowflakeId", 0, Long.MAX_VALUE));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(
                "timestamp",
                "%d(%s)"
                        .formatted(
                                id.timestamp().toEpochMilli(),
                                TIME.format(id.timestamp().atZone(ZoneId.systemDefault()))));
        fields.put("workerId", Integer.toString(id.workerId()));
        fields.put("sequenceId", Long.toString(id.sequence()));
        return RouteResponse.of(RouteResponse.JSON, Json.of(fields));
    }
}
