package io.leafid.web;

import io.leafid.IdGenerator;
import io.leafid.web.route.PathSuffix;
import io.leafid.web.route.Route;
import io.leafid.web.route.RouteRequest;
import io.leafid.web.route.RouteResponse;
import java.util.function.Function;

/**
 * The route of ids: one as plain text or, where batches are served and {@code ?count=n} asks for one, an array of texts.
 * Thread-safe.
 *
 * @param engines tag to the engine that serves it
 * @param limit how many requests may wait
 * @param maxCount how many ids one request may ask for; 0 for one, whatever it asks for
 * @param isText whether the texts of ids are answered
 */
record IdRoute(Function<String, ? extends IdGenerator> engines, WaitLimit limit, int maxCount, boolean isText)
        implements Route {

    /** At the paths of the original, which know no batch, the parameter means nothing. */
    private static final int NO_BATCH = 0;

    /** A route that answers one id, as the original does. */
    static IdRoute ofOne(Function<String, ? extends IdGenerator> engines, WaitLimit limit) {
        return new IdRoute(engines, limit, NO_BATCH, false);
    }

    @Override
    public RouteResponse answer(RouteRequest request) {
        if (maxCount == NO_BATCH) {
            return answerAsOriginal(request);
        }
        String count = request.parameter("count");
        String tag = PathSuffix.requiredTag(request);
        IdGenerator engine = engines.apply(tag);
        if (count == null) {
            return RouteResponse.of(
                    RouteResponse.TEXT, isText ? text(engine, tag) : Long.toString(limit.nextId(engine, tag)));
        }
        return batch((int) WholeNumber.parse(count, "count", 1, maxCount), engine, tag);
    }

    private RouteResponse batch(int wanted, IdGenerator engine, String tag) {
        IdArrayChunks chunks = new IdArrayChunks(
                wanted, size -> isText ? limit.nextTexts(engine, tag, size) : limit.nextIds(engine, tag, size));
        return RouteResponse.inChunks(RouteResponse.JSON, chunks.next(), chunks);
    }

    /** The digits are valid JSON: a client that asks for a number gets one. A slash at the end of the path is no part of the tag. */
    private RouteResponse answerAsOriginal(RouteRequest request) {
        String tag = PathSuffix.requiredTagBeforeSlash(request);
        String type = AcceptedType.prefersJson(request.header("Accept")) ? RouteResponse.JSON : RouteResponse.TEXT;
        return RouteResponse.of(type, Long.toString(limit.nextId(engines.apply(tag), tag)));
    }

    private String text(IdGenerator engine, String tag) {
        return limit.nextTexts(engine, tag, 1).get(0);
    }
}
