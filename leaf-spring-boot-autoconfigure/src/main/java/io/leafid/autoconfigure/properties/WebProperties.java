package io.leafid.autoconfigure.properties;

import io.leafid.IdGenerator;
import io.leafid.settings.Ranges;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Ids over HTTP. Immutable.
 *
 * @param enabled Whether ids are served over HTTP.
 * @param basePath Path below which they are served, such as /ids; empty for the root.
 * @param dashboard Whether the live page is served. If not set, it is where the endpoint is exposed on the same port.
 * @param maxWaiting Requests that may wait for ids at once, at most half of them for one tag; what exceeds them is refused at once.
 * @param maxCount Ids that one request may ask for.
 * @param autoCreate Whether a request for an unknown tag creates it, if leaf.segment.auto-create is enabled.
 * @param allowCrossSite Whether pages of other sites may have a browser ask for ids.
 */
public record WebProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("") String basePath,
        @Nullable Boolean dashboard,
        @DefaultValue("100") int maxWaiting,
        @DefaultValue("10000") int maxCount,
        @DefaultValue("false") boolean autoCreate,
        @DefaultValue("false") boolean allowCrossSite) {

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public void check() {
        Ranges.check()
                .require(
                        basePath.isEmpty() || (basePath.startsWith("/") && !basePath.endsWith("/")),
                        "basePath",
                        basePath,
                        "must begin with a slash and end without one, or be empty",
                        "Set {basePath}=/ids, for example.")
                .atLeast(
                        "maxWaiting",
                        maxWaiting,
                        1,
                        "Set {maxWaiting}=100, for example; it should be less than the server has threads.")
                .between(
                        "maxCount",
                        maxCount,
                        1,
                        IdGenerator.MAX_BATCH,
                        "Set {maxCount}=10000, for example; a client that needs more asks again.")
                .orThrow();
    }
}
