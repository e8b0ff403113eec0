package io.leafid.autoconfigure.properties;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of one tag. Immutable.
 *
 * @param mode Engine that serves the tag; if not set, leaf.default-mode.
 * @param maxStep Most ids that one allocation of this tag takes; if not set, leaf.segment.max-step.
 * @param preload Whether the tag's first segment is allocated at start, before the first call.
 */
public record TagProperties(
        @Nullable IdEngine mode,
        @Nullable Integer maxStep,
        @DefaultValue("false") boolean preload) {}
