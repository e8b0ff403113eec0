package io.leafid.segment.buffer;

import io.leafid.segment.status.IdOrder;
import io.leafid.settings.Ranges;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a single tag. Immutable.
 *
 * @param maxStep the most ids one allocation of this tag takes, or {@code null} for that of all tags
 * @param order the calls among which its ids grow; if those of all nodes, each is allocated after its call began, and nothing is
 *     reserved ahead
 */
public record TagSettings(@Nullable Integer maxStep, IdOrder order) {

    /** Nothing of its own. */
    static final TagSettings DEFAULT = new TagSettings(null, IdOrder.NODE);

    /** Settings of a tag whose ids grow on each node. */
    public TagSettings(@Nullable Integer maxStep) {
        this(maxStep, IdOrder.NODE);
    }

    public TagSettings {
        Ranges.check()
                .require(
                        maxStep == null || maxStep >= 1,
                        "maxStep",
                        String.valueOf(maxStep),
                        "must be at least 1",
                        "Set {maxStep}=100000, for example.")
                .orThrow();
    }
}
