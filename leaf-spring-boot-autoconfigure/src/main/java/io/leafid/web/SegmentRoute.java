package io.leafid.web;

import io.leafid.IdsExhaustedException;
import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import io.leafid.json.JsonObject;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.TagRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The route of an id service: allocates ranges in the store for clients that hand the ids out, and tells them the tags. Thread-safe.
 *
 * <p>A request is one call of the store, past the segments in memory; allocations of a tag that wait share one. So many requests may wait for the store at once; those beyond are
 * refused, so that a store that hangs does not hold all threads of the server.
 */
final class SegmentRoute implements Route {

    private static final Logger logger = LoggerFactory.getLogger(SegmentRoute.class);

    private static final List<String> METHODS = List.of("GET", "POST", "PUT", "DELETE");

    private final Supplier<@Nullable SegmentStore> store;
    private final SegmentRequests requests;
    private final Semaphore places;

    /**
     * Makes a route.
     *
     * @param store where ranges are allocated; {@code null} where there is none
     * @param requests answers the single requests
     * @param maxWaiting how many requests may wait for the store at once
     */
    SegmentRoute(Supplier<@Nullable SegmentStore> store, SegmentRequests requests, int maxWaiting) {
        this.store = store;
        this.requests = requests;
        this.places = new Semaphore(maxWaiting);
    }

    @Override
    public List<String> methods() {
        return METHODS;
    }

    @Override
    public RouteResponse answer(RouteRequest request) {
        SegmentStore present = store.get();
        if (present == null) {
            throw new ProblemException(Problem.notFound("the engine 'segment' is switched off"));
        }
        String tag = PathSuffix.tag(request);
        Function<SegmentStore, RouteResponse> call = callOf(request, tag);
        if (!places.tryAcquire()) {
            throw new ProblemException(
                    Problem.unavailable("too many requests wait for the store already", RetryAfter.SHORTLY));
        }
        try {
            return call.apply(present);
        } catch (ProblemException | IllegalArgumentException ex) {
            throw ex;
        } catch (RuntimeException ex) {
            throw new ProblemException(problem(present, (tag == null) ? "" : tag, ex));
        } finally {
            places.release();
        }
    }

    /** What the request asks for, read before a place is taken. */
    private Function<SegmentStore, RouteResponse> callOf(RouteRequest request, @Nullable String tag) {
        if (request.method().equals("GET")) {
            return (tag == null) ? SegmentRequests::all : known -> requests.one(known, tag);
        }
        String required = PathSuffix.requiredTag(request);
        return switch (request.method()) {
            case "POST" -> requests.allocation(required, body(request));
            case "PUT" -> requests.creation(required, body(request));
            default -> requests.giveBack(required, request);
        };
    }

    /** Only JSON, which a browser sends for a page of another site only after it has asked for leave. */
    private static JsonObject body(RouteRequest request) {
        String type = request.header("Content-Type");
        if (type == null || !type.split(";", 2)[0].strip().equalsIgnoreCase(RouteResponse.JSON)) {
            throw new ProblemException(Problem.unsupportedMediaType("the body must be " + RouteResponse.JSON));
        }
        return JsonObject.read(request.body(), RouteRequest.MAX_BODY);
    }

    private static Problem problem(SegmentStore store, String tag, RuntimeException failure) {
        if (failure instanceof UnknownTagException) {
            return Problem.notFound("there is no tag '" + tag + "'").about("unknown-tag", tag);
        }
        if (failure instanceof IdsExhaustedException) {
            return Problem.unavailable("tag '%s' is used up".formatted(tag), RetryAfter.LATER)
                    .about("exhausted", tag);
        }
        Optional<TagRow> unusable =
                (failure instanceof SegmentUnavailableException) ? unusable(store, tag) : Optional.empty();
        if (unusable.isPresent()) {
            return Problem.conflict(unusable.get().problem()).about("unusable-row", tag);
        }
        logger.debug("tag '{}': the store fails", tag, failure);
        return Problem.unavailable("the store of this service does not answer", RetryAfter.SHORTLY);
    }

    /** The row, if it is what the store refuses. */
    private static Optional<TagRow> unusable(SegmentStore store, String tag) {
        try {
            return store.find(tag).filter(row -> !row.isValid());
        } catch (RuntimeException ex) {
            logger.debug("tag '{}': the store fails", tag, ex);
            return Optional.empty();
        }
    }

    /** An answer about a tag. */
    static RouteResponse answer(JsonObject fields) {
        return RouteResponse.of(RouteResponse.JSON, Map.of(), fields.bytes());
    }
}
