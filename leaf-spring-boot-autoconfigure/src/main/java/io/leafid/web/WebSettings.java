package io.leafid.web;

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
        String basePath, int maxWaiting, int maxCount, boolean createsTags, boolean isOpenToOtherSites) {}
