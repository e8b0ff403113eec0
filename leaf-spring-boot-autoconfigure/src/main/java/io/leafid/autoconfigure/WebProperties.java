package io.leafid.autoconfigure;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Ids over HTTP. Immutable.
 *
 * @param enabled Whether ids are served over HTTP.
 * @param basePath Path below which they are served, such as /ids; empty for the root.
 * @param dashboard Whether the live page is served.
 */
record WebProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("") String basePath,
        @DefaultValue("true") boolean dashboard) {}
