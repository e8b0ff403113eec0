package io.leafid.web;

import io.leafid.json.JsonWriter;
import io.leafid.segment.status.SegmentTagQuery;
import io.leafid.web.route.Problem;
import io.leafid.web.route.ProblemException;
import io.leafid.web.route.Route;
import io.leafid.web.route.RouteRequest;
import io.leafid.web.route.RouteResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The live page: its files, which are few and fixed, and the state that it shows. Thread-safe.
 *
 * @param state what the page shows of the tags that it asks for
 */
record PageRoute(Function<SegmentTagQuery, ? extends Record> state) implements Route {

    private static final String STATE = "/state";

    /** Path below the route's own to the file that answers it and its type. */
    private static final Map<String, Asset> ASSETS = Map.of(
            "", new Asset("index.html", "text/html;charset=UTF-8"),
            "/leaf.css", new Asset("leaf.css", "text/css;charset=UTF-8"),
            "/app.js", new Asset("app.js", "text/javascript;charset=UTF-8"),
            "/dom.js", new Asset("dom.js", "text/javascript;charset=UTF-8"),
            "/format.js", new Asset("format.js", "text/javascript;charset=UTF-8"),
            "/segments.js", new Asset("segments.js", "text/javascript;charset=UTF-8"),
            "/snowflake.js", new Asset("snowflake.js", "text/javascript;charset=UTF-8"),
            "/tag-row.js", new Asset("tag-row.js", "text/javascript;charset=UTF-8"),
            "/texts.js", new Asset("texts.js", "text/javascript;charset=UTF-8"));

    /** Nothing from elsewhere, no inline script, not in a frame. */
    private static final Map<String, String> PROTECTION = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
                    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "Referrer-Policy",
            "no-referrer");

    @Override
    public List<String> methods() {
        return List.of("GET", "HEAD");
    }

    /** A link may lead to the page; another site cannot read what it shows. */
    @Override
    public boolean isOpenToOtherSites(RouteRequest request) {
        return !request.path().equals(STATE);
    }

    @Override
    public RouteResponse answer(RouteRequest request) {
        String path = request.path();
        if (path.equals(STATE)) {
            return RouteResponse.of(RouteResponse.JSON, JsonWriter.forBrowsers().write(state.apply(query(request))));
        }
        if (path.equals("/")) {
            return RouteResponse.redirect(request.base()); // what the page names is relative
        }
        Asset asset = ASSETS.get(path);
        if (asset == null) {
            throw new ProblemException(Problem.notFound("the live page has no such part"));
        }
        return RouteResponse.of(asset.contentType(), PROTECTION, asset.read());
    }

    private static SegmentTagQuery query(RouteRequest request) {
        String limit = request.parameter("limit");
        return SegmentTagQuery.of(
                request.parameter("filter"),
                request.parameter("sort"),
                (limit == null) ? null : (int) WholeNumber.parse(limit, "limit", 1, SegmentTagQuery.MAX_LIMIT));
    }

    private record Asset(String file, String contentType) {

        byte[] read() {
            try (InputStream stream = PageRoute.class.getResourceAsStream("page/" + file)) {
                if (stream == null) {
                    throw new IllegalStateException("the live page lacks its file " + file);
                }
                return stream.readAllBytes();
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
    }
}
