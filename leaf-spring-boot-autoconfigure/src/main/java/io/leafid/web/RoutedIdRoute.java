package io.leafid.web;

import io.leafid.IdGenerator;
import java.util.function.Function;

/** Ids of the engine that serves the tag: one as plain text or, with {@code ?count=n}, an array of texts. Thread-safe. */
final class RoutedIdRoute implements Route {

    private final Function<String, ? extends IdGenerator> engines;
    private final WaitLimit limit;
    private final IdRoute single;
    private final int maxCount;

    RoutedIdRoute(Function<String, ? extends IdGenerator> engines, WaitLimit limit, int maxCount) {
        this.engines = engines;
        this.limit = limit;
        this.single = new IdRoute(engines, limit);
        this.maxCount = maxCount;
    }

    @Override
    public RouteResponse answer(RouteRequest request) {
        String count = request.parameter("count");
        if (count == null) {
            return single.answer(request);
        }
        String tag = request.tag();
        int wanted = (int) WholeNumber.parse(count, "count", 1, maxCount);
        IdGenerator engine = engines.apply(tag);
        IdArrayChunks chunks = new IdArrayChunks(wanted, size -> limit.nextIds(engine, tag, size));
        return RouteResponse.inChunks(RouteResponse.JSON, chunks.next(), chunks);
    }
}
