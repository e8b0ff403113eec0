package io.leafid.web;

import io.leafid.IdsExhaustedException;
import io.leafid.SegmentUnavailableException;
import io.leafid.TagDisabledException;
import io.leafid.UnknownTagException;
import io.leafid.json.JsonObject;
import io.leafid.web.SegmentRequests.Seller;
import io.leafid.web.route.PathSuffix;
import io.leafid.web.route.Problem;
import io.leafid.web.route.ProblemException;
import io.leafid.web.route.RetryAfter;
import io.leafid.web.route.Route;
import io.leafid.web.route.RouteRequest;
import io.leafid.web.route.RouteResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The route of an id service: allocates ranges for clients that hand the ids out, and tells them the tags. Thread-safe.
 *
 * <p>So many requests may wait for the store at once; those beyond are refused, so that a store that hangs does not hold all threads of
 * the server.
 */
final class SegmentRoute implements Route {

    private static final Logger logger = LoggerFactory.getLogger(SegmentRoute.class);

    /** For a client, which is told no file of this service. */
    private static final String SET_BACK =
            "the row of tag '%s' was rewound: ids that it offers were granted before; set max_id"
                    + " above every id ever issued or reserved on any node, then ids flow again";

    private static final List<String> METHODS = List.of("GET", "POST", "PUT", "DELETE");

    private final Supplier<Seller> seller;
    private final SegmentRequests requests;
    private final WaitingPlaces places;

    /**
     * Makes a route.
     *
     * @param seller what grants ranges; throws what is answered where nothing does
     * @param requests answers the single requests
     * @param places one for each request that may wait, of all routes
     */
    SegmentRoute(Supplier<Seller> seller, SegmentRequests requests, WaitingPlaces places) {
        this.seller = seller;
        this.requests = requests;
        this.places = places;
    }

    @Override
    public List<String> methods() {
        return METHODS;
    }

    @Override
    public RouteResponse answer(RouteRequest request) {
        Seller present = seller.get();
        String tag = PathSuffix.tag(request);
        String named = (tag == null) ? "" : tag;
        if (!places.tryEnter(named)) {
            throw new ProblemException(
                    Problem.unavailable("too many requests wait for the store already", RetryAfter.SHORTLY));
        }
        try {
            return answer(callOf(request, tag), present, named);
        } finally {
            places.leave(named);
        }
    }

    private static RouteResponse answer(Function<Seller, RouteResponse> call, Seller seller, String tag) {
        try {
            return call.apply(seller);
        } catch (ProblemException | IllegalArgumentException ex) {
            throw ex;
        } catch (RuntimeException ex) {
            throw new ProblemException(problem(seller, tag, ex));
        }
    }

    private Function<Seller, RouteResponse> callOf(RouteRequest request, @Nullable String tag) {
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

    private static Problem problem(Seller seller, String tag, RuntimeException failure) {
        if (failure instanceof UnknownTagException) {
            return Problem.notFound("there is no tag '" + tag + "'").about("unknown-tag", tag);
        }
        if (failure instanceof IdsExhaustedException) {
            return Problem.unavailable("tag '%s' is used up".formatted(tag), RetryAfter.LATER)
                    .about("exhausted", tag);
        }
        if (failure instanceof TagDisabledException disabled) {
            return Problem.of(disabled).about("refused", tag);
        }
        return unusable(seller, tag, failure.getCause()).orElseGet(() -> ofStore(tag, failure));
    }

    private static Problem ofStore(String tag, RuntimeException failure) {
        logger.debug("tag '{}': the store fails", tag, failure);
        return Problem.unavailable("the store of this service does not answer", RetryAfter.SHORTLY);
    }

    static Problem setBack(String tag) {
        return unusable(tag, SET_BACK.formatted(tag));
    }

    private static Problem unusable(String tag, String reason) {
        return Problem.conflict(reason).about("unusable-row", tag);
    }

    /** The problem of the row, if it answers and cannot be used. */
    private static Optional<Problem> unusable(Seller seller, String tag, @Nullable Throwable cause) {
        if (seller.ranges().isSetBack(tag)) {
            return Optional.of(setBack(tag));
        }
        boolean hasAnswered = cause instanceof IllegalStateException || cause instanceof SegmentUnavailableException;
        try {
            return hasAnswered
                    ? seller.store().find(tag).filter(row -> !row.isValid()).map(row -> unusable(tag, row.problem()))
                    : Optional.empty();
        } catch (RuntimeException ex) {
            logger.debug("tag '{}': the store fails", tag, ex);
            return Optional.empty();
        }
    }

    static RouteResponse answer(JsonObject fields) {
        return RouteResponse.of(RouteResponse.JSON, Map.of(), fields.bytes());
    }
}
