package io.leafid.autoconfigure.properties;

import io.leafid.TagLimit;
import io.leafid.segment.buffer.TagSettings;
import io.leafid.segment.status.IdOrder;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of one tag. Immutable.
 *
 * @param mode Engine that serves the tag; if not set, leaf.default-mode.
 * @param maxStep Most ids that one allocation of this tag takes; if not set, leaf.segment.max-step.
 * @param preload Whether the tag's first segment is allocated at start, before the first call.
 * @param order Calls among which the tag's ids grow: those of one node, or those of all nodes, for which nothing is reserved ahead.
 * @param maxRate Most ids per second of this tag in this process, of which those of one second may come at once; if not set, as many as
 * are asked for.
 * @param enabled Whether ids of this tag are issued in this process.
 */
public record TagProperties(
        @Nullable IdEngine mode,
        @Nullable Integer maxStep,
        @DefaultValue("false") boolean preload,
        @DefaultValue("node") IdOrder order,
        @Nullable Long maxRate,
        @DefaultValue("true") boolean enabled) {

    /** For the segment engine. */
    public TagSettings settings() {
        return new TagSettings(maxStep, order);
    }

    public TagLimit limit() {
        return new TagLimit(enabled, maxRate);
    }
}
