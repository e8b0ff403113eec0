package io.leafid.web;

import io.leafid.IdGenerator;
import io.leafid.Tags;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.Function;

/** Ids of whichever engine serves the tag: one as plain text or, with {@code ?count=n}, an array of texts. Thread-safe. */
final class RoutedIdServlet extends IdServlet {

    private static final long serialVersionUID = 1L;

    RoutedIdServlet(Function<String, ? extends IdGenerator> engines, WaitLimit limit) {
        super(engines, limit);
    }

    @Override
    void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String count = parameter(request, "count");
        if (count == null) {
            super.answer(request, response);
            return;
        }
        String tag = tag(request);
        int wanted = Tags.requireBatch((int) Math.max(-1, Math.min(number(count, "count"), Integer.MAX_VALUE)));
        long[] ids = limit.nextIds(engines.apply(tag), tag, wanted);
        Responses.write(response, JSON, Json.of(ids));
    }
}
