package io.leafid.web;

import io.leafid.IdGenerator;
import io.leafid.SnowflakeLayout;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.snowflake.SnowflakeIdGenerator;
import jakarta.servlet.http.HttpServlet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The servlets that serve an application's engines, with their paths. Stateless.
 *
 * <p>Engines are looked up when a request needs one: a server starts before most beans are made. One that is switched off is
 * answered for too, so that a caller learns why there is nothing.
 */
public final class LeafServlets {

    private LeafServlets() {}

    /**
     * The servlets of the API.
     *
     * @param basePath what all paths begin with: empty, or a path that begins with a slash and does not end with one
     * @param engines tag to the engine that serves it
     * @param segment the segment engine, {@code null} if it is switched off
     * @param snowflake the snowflake engine, {@code null} if it is switched off
     * @param maxWaiting how many requests may wait for ids at once
     * @return servlets by their URL patterns
     */
    public static Map<String, HttpServlet> api(
            String basePath,
            Function<String, ? extends IdGenerator> engines,
            Supplier<@Nullable SegmentIdGenerator> segment,
            Supplier<@Nullable SnowflakeIdGenerator> snowflake,
            int maxWaiting) {
        WaitLimit limit = new WaitLimit(maxWaiting);
        Supplier<SnowflakeLayout> layout =
                () -> required("snowflake", snowflake.get()).layout();
        Map<String, HttpServlet> servlets = new LinkedHashMap<>();
        servlets.put(basePath + "/api/segment/get/*", new IdServlet(tag -> required("segment", segment.get()), limit));
        servlets.put(
                basePath + "/api/snowflake/get/*", new IdServlet(tag -> required("snowflake", snowflake.get()), limit));
        servlets.put(basePath + "/api/ids/*", new RoutedIdServlet(engines, limit));
        servlets.put(basePath + "/api/snowflake/decode/*", new DecodeServlet(layout));
        servlets.put(basePath + "/decodeSnowflakeId", new OriginalDecodeServlet(layout));
        return servlets;
    }

    /**
     * The servlet of the live page.
     *
     * @param basePath as for the API
     * @param state what the page shows
     * @return the servlet by its URL patterns
     */
    public static Map<String, HttpServlet> page(String basePath, Supplier<? extends Record> state) {
        return Map.of(basePath + "/leaf/*", new PageServlet(state));
    }

    private static <E> E required(String name, @Nullable E engine) {
        if (engine == null) {
            throw new ProblemException(Problem.notFound("the engine '" + name + "' is switched off"));
        }
        return engine;
    }
}
