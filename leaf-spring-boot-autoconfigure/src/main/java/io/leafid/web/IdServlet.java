package io.leafid.web;

import io.leafid.IdGenerator;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.Function;

/** One id as plain text, as at the paths of the original. Thread-safe. */
class IdServlet extends LeafServlet {

    private static final long serialVersionUID = 1L;

    final transient Function<String, ? extends IdGenerator> engines;
    final transient WaitLimit limit;

    IdServlet(Function<String, ? extends IdGenerator> engines, WaitLimit limit) {
        this.engines = engines;
        this.limit = limit;
    }

    @Override
    void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String tag = tag(request);
        Responses.write(response, TEXT, Long.toString(limit.nextId(engines.apply(tag), tag)));
    }
}
