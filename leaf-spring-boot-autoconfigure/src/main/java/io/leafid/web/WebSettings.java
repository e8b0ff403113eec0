package io.leafid.web;

import io.leafid.IdGenerator;
import io.leafid.settings.Ranges;

/**
 * The settings of ids over HTTP. Immutable.
 *
 * @param basePath what all paths begin with: empty, or a path that begins with a slash and does not end with one
 * @param maxWaiting how many requests may wait for ids at once
 * @param maxCount how many ids one request may ask for
 * @param createsTags whether a request for an unknown tag creates it, where the segment engine does so for other callers
 * @param isOpenToOtherSites whether pages of other sites may have a browser ask for ids
 */
public record WebSettings(
        String basePath, int maxWaiting, int maxCount, boolean createsTags, boolean isOpenToOtherSites) {

    private static final String WAITING_REMEDY =
            "Set {maxWaiting}=100, for example; it should be less than the server has threads.";

    private static final String COUNT_REMEDY =
            "Set {maxCount}=10000, for example; a client that needs more asks again.";

    public WebSettings {
        Ranges.check()
                .require(
                        basePath.isEmpty() || (basePath.startsWith("/") && !basePath.endsWith("/")),
                        "basePath",
                        basePath,
                        "must begin with a slash and end without one, or be empty",
                        "Set {basePath}=/ids, for example.")
                .atLeast("maxWaiting", maxWaiting, 1, WAITING_REMEDY)
                .between("maxCount", maxCount, 1, IdGenerator.MAX_BATCH, COUNT_REMEDY)
                .orThrow();
    }
}
