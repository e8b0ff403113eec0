package io.leafid.autoconfigure;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Ids over HTTP. Immutable.
 *
 * @param enabled Whether ids are served over HTTP.
 * @param basePath Path below which they are served, such as /ids; empty for the root.
 * @param dashboard Whether the live page is served.
 * @param maxWaiting Requests that may wait for ids at once; what exceeds them is refused at once.
 */
record WebProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("") String basePath,
        @DefaultValue("true") boolean dashboard,
        @DefaultValue("100") int maxWaiting) {}
