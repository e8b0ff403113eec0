package io.leafid.web;

import io.leafid.SnowflakeId;
import io.leafid.SnowflakeLayout;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** Takes a snowflake id apart at the path and in the format of the original: texts, times in this server's zone. */
final class OriginalDecodeServlet extends LeafServlet {

    private static final long serialVersionUID = 1L;

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);

    private final transient Supplier<SnowflakeLayout> layout;

    OriginalDecodeServlet(Supplier<SnowflakeLayout> layout) {
        this.layout = layout;
    }

    @Override
    void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String text = parameter(request, "snowflakeId");
        SnowflakeId id = layout.get().unpack(number((text == null) ? "" : text, "snowflakeId"));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(
                "timestamp",
                "%d(%s)"
                        .formatted(
                                id.timestamp().toEpochMilli(),
                                TIME.format(id.timestamp().atZone(ZoneId.systemDefault()))));
        fields.put("workerId", Integer.toString(id.workerId()));
        fields.put("sequenceId", Long.toString(id.sequence()));
        Responses.write(response, JSON, Json.of(fields));
    }
}
