package io.leafid.web;

import io.leafid.SnowflakeId;
import io.leafid.SnowflakeLayout;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.Supplier;

/** Takes a snowflake id apart by the layout of this application. Thread-safe. */
final class DecodeServlet extends LeafServlet {

    private static final long serialVersionUID = 1L;

    private final transient Supplier<SnowflakeLayout> layout;

    DecodeServlet(Supplier<SnowflakeLayout> layout) {
        this.layout = layout;
    }

    @Override
    void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        SnowflakeId id = layout.get().unpack(number(PathTag.of(request), "id"));
        Responses.write(response, JSON, Json.of(id));
    }
}
