package io.leafid.web;

import io.leafid.IdGenerator;
import io.leafid.SnowflakeLayout;
import jakarta.servlet.http.HttpServlet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The servlets that serve an application's engines, with their paths. Stateless.
 *
 * <p>Engines that are switched off are answered too, so that a caller learns why there is nothing.
 */
public final class LeafServlets {

    private LeafServlets() {}

    /**
     * The servlets of the API.
     *
     * @param basePath what all paths begin with: empty, or a path that begins with a slash and does not end with one
     * @param engines tag to the engine that serves it
     * @param segment the segment engine, if it is enabled
     * @param snowflake the snowflake engine, if it is enabled
     * @param layout the layout of snowflake ids, if that engine is enabled
     * @param maxWaiting how many requests may wait for ids at once
     * @return servlets by their URL patterns
     */
    public static Map<String, HttpServlet> api(
            String basePath,
            Function<String, ? extends IdGenerator> engines,
            @Nullable IdGenerator segment,
            @Nullable IdGenerator snowflake,
            @Nullable SnowflakeLayout layout,
            int maxWaiting) {
        WaitLimit limit = new WaitLimit(maxWaiting);
        Map<String, HttpServlet> servlets = new LinkedHashMap<>();
        servlets.put(basePath + "/api/segment/get/*", engine("segment", segment, limit));
        servlets.put(basePath + "/api/snowflake/get/*", engine("snowflake", snowflake, limit));
        servlets.put(basePath + "/api/ids/*", new RoutedIdServlet(engines, limit));
        servlets.put(
                basePath + "/api/snowflake/decode/*",
                (layout == null) ? new DisabledServlet("snowflake") : new DecodeServlet(layout));
        servlets.put(
                basePath + "/decodeSnowflakeId",
                (layout == null) ? new DisabledServlet("snowflake") : new OriginalDecodeServlet(layout));
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

    private static HttpServlet engine(String name, @Nullable IdGenerator generator, WaitLimit limit) {
        return (generator == null) ? new DisabledServlet(name) : new IdServlet(tag -> generator, limit);
    }
}
