package io.leafid.web;

import io.leafid.IdGenerator;
import io.leafid.SnowflakeLayout;
import io.leafid.TextIds;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.status.SegmentTagQuery;
import io.leafid.segment.store.SegmentStore;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.web.SegmentRequests.Seller;
import io.leafid.web.route.Problem;
import io.leafid.web.route.ProblemException;
import io.leafid.web.route.Route;
import io.leafid.web.route.RouteDispatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The routes that serve an application's engines, for any kind of server. Immutable.
 *
 * <p>Engines are looked up when a request needs one: a server starts before most beans are made. One that is switched off is
 * answered for too, so that a caller learns why there is nothing.
 */
public final class LeafRoutes {

    private final RouteDispatcher dispatcher;
    private final List<Entry> entries;

    private LeafRoutes(RouteDispatcher dispatcher, List<Entry> entries) {
        this.dispatcher = dispatcher;
        this.entries = entries;
    }

    /**
     * The routes of the API.
     *
     * @param settings what can be set
     * @param places one for each request that may wait, of all routes
     * @param engines tag to the engine that serves it
     * @param segment the segment engine, {@code null} if it is switched off
     * @param snowflake the snowflake engine, {@code null} if it is switched off
     * @param texts the texts, {@code null} if there are none
     * @return the routes
     */
    public static LeafRoutes api(
            WebSettings settings,
            WaitingPlaces places,
            Function<String, ? extends IdGenerator> engines,
            Supplier<@Nullable SegmentIdGenerator> segment,
            Supplier<@Nullable SnowflakeIdGenerator> snowflake,
            Supplier<@Nullable TextIds> texts) {
        WaitLimit limit = new WaitLimit(places, settings.createsTags(), texts);
        Supplier<SnowflakeLayout> layout =
                () -> required("snowflake", snowflake.get()).layout();
        String api = settings.basePath() + "/api";
        return new LeafRoutes(
                new RouteDispatcher(settings.isOpenToOtherSites()),
                List.of(
                        below(api + "/segment/get", IdRoute.ofOne(tag -> required("segment", segment.get()), limit)),
                        below(
                                api + "/snowflake/get",
                                IdRoute.ofOne(tag -> required("snowflake", snowflake.get()), limit)),
                        below(api + "/ids", new IdRoute(engines, limit, settings.maxCount(), false)),
                        below(api + "/texts", new IdRoute(engines, limit, settings.maxCount(), true)),
                        below(api + "/snowflake/decode", DecodeRoute.ofPath(layout)),
                        new Entry(settings.basePath() + "/decodeSnowflakeId", true, DecodeRoute.ofOriginal(layout))));
    }

    /**
     * The route of the live page.
     *
     * @param settings what can be set
     * @param state what the page shows of the tags that it asks for
     * @return the routes
     */
    public static LeafRoutes page(WebSettings settings, Function<SegmentTagQuery, ? extends Record> state) {
        return new LeafRoutes(
                new RouteDispatcher(settings.isOpenToOtherSites()),
                List.of(below(settings.basePath() + "/leaf", new PageRoute(state))));
    }

    /**
     * The route of an id service, which allocates ranges for its clients.
     *
     * @param settings what can be set
     * @param places one for each request that may wait, of all routes
     * @param maxAmount how many ids one request may take, unless the tag's own step is larger
     * @param createsTags whether a request may add a tag
     * @param ids allocates the ranges; {@code null} if it is switched off
     * @param store where the rows are; {@code null} if there is no store
     * @return the routes
     */
    public static LeafRoutes segments(
            WebSettings settings,
            WaitingPlaces places,
            long maxAmount,
            boolean createsTags,
            Supplier<@Nullable SegmentIdGenerator> ids,
            Supplier<@Nullable SegmentStore> store) {
        SegmentRequests requests = new SegmentRequests(maxAmount, createsTags);
        return new LeafRoutes(
                new RouteDispatcher(settings.isOpenToOtherSites()),
                List.of(below(
                        settings.basePath() + "/api/segments",
                        new SegmentRoute(() -> seller(ids.get(), store.get()), requests, places))));
    }

    private static Seller seller(@Nullable SegmentIdGenerator ids, @Nullable SegmentStore store) {
        return new Seller(required("segment", ids).ranges(), required("segment", store));
    }

    /** These routes and others, if there are any. */
    public LeafRoutes and(@Nullable LeafRoutes others) {
        if (others == null) {
            return this;
        }
        List<Entry> all = new ArrayList<>(entries);
        all.addAll(others.entries);
        return new LeafRoutes(dispatcher, List.copyOf(all));
    }

    private static Entry below(String path, Route route) {
        return new Entry(path, false, route);
    }

    private static <E> E required(String name, @Nullable E engine) {
        if (engine == null) {
            throw new ProblemException(Problem.notFound("the engine '" + name + "' is switched off"));
        }
        return engine;
    }

    RouteDispatcher dispatcher() {
        return dispatcher;
    }

    List<Entry> entries() {
        return entries;
    }

    /** A route with its path, for this very path alone or for what is below it too. */
    record Entry(String path, boolean isExact, Route route) {}
}
