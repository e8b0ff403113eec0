package io.leafid.web.route;

import io.leafid.IdGenerationException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The dispatcher of requests to routes: the route's methods only, no page of another site, every failure a problem detail. Thread-safe.
 *
 * <p>An image on a page of another site could use up ids, of which neither the site nor the user of the browser would see one; so such
 * requests are refused, as far as the browser says who has it ask ({@link AskingSite}).
 *
 * @param isOpenToOtherSites whether they are served
 */
public record RouteDispatcher(boolean isOpenToOtherSites) {

    /** The headers of every answer: it must be kept nowhere, nor be taken for something else than it says. */
    public static final Map<String, String> HEADERS =
            Map.of("Cache-Control", "no-store", "X-Content-Type-Options", "nosniff");

    private static final Logger logger = LoggerFactory.getLogger(RouteDispatcher.class);

    /** Has a route answer a request, and makes a response of its failure. */
    public RouteResponse dispatch(Route route, RouteRequest request) {
        if (!route.methods().contains(request.method())) { // with HEAD, each answer would use up an id in most cases
            return Problem.methodNotAllowed(route.methods()).response();
        }
        try {
            if (!isOpenToOtherSites && AskingSite.isForeign(request)) {
                requireOpen(route, request);
            }
            return route.answer(request);
        } catch (ProblemException ex) {
            return ex.problem().response();
        } catch (IllegalArgumentException ex) {
            return Problem.badRequest(String.valueOf(ex.getMessage())).response();
        } catch (IdGenerationException ex) {
            logger.debug("no id below {}", request.base(), ex);
            return Problem.of(ex).response();
        }
    }

    private static void requireOpen(Route route, RouteRequest request) {
        if (!route.isOpenToOtherSites(request)) {
            throw new ProblemException(Problem.forbidden("a page of another site may not ask for this"));
        }
    }
}
