package io.leafid.segment.buffer;

import io.leafid.Tags;
import io.leafid.segment.status.IdOrder;
import io.leafid.segment.step.StepPolicy;
import io.leafid.segment.store.LimitedStore;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.TagRow;
import io.leafid.settings.Ranges;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/**
 * The settings of the allocations of all tags. Immutable.
 *
 * @param targetDuration how long a segment should last; the step adapts to it
 * @param maxStep the most ids one allocation takes, unless a row's own step is larger
 * @param tags settings of single tags, by tag
 * @param prefetchAt share of a segment, 0 to below 1, after whose use the next one is allocated
 * @param waitTimeout how long a caller waits when nothing is reserved; zero means not at all
 * @param loadTimeout how long an allocation may take before it is given up and its range, if any, is discarded
 */
public record AllocationSettings(
        Duration targetDuration,
        int maxStep,
        Map<String, TagSettings> tags,
        double prefetchAt,
        Duration waitTimeout,
        Duration loadTimeout) {

    /** The defaults, which suit most applications. */
    public static final AllocationSettings DEFAULT = new AllocationSettings(
            Duration.ofMinutes(15), 1_000_000, Map.of(), 0.1, Duration.ofSeconds(1), Duration.ofSeconds(5));

    public AllocationSettings {
        Ranges.check()
                .positive("targetDuration", targetDuration)
                .positive("loadTimeout", loadTimeout)
                .notNegative("waitTimeout", waitTimeout)
                .atLeast("maxStep", maxStep, 1)
                .require(
                        prefetchAt >= 0 && prefetchAt < 1,
                        "prefetchAt",
                        prefetchAt,
                        "must be from 0 to below 1",
                        "Set {prefetchAt}=0.1 to allocate the next segment when a tenth of one is used.")
                .orThrow();
        tags = Map.copyOf(tags);
    }

    /** The most ids that one allocation of a tag takes, unless its row's own step is larger. */
    public int maxStepOf(String tag) {
        Integer own = of(tag).maxStep();
        return (own == null) ? maxStep : own;
    }

    /** The calls among which the ids of a tag grow. */
    public IdOrder orderOf(String tag) {
        return of(tag).order();
    }

    /** The settings of a tag are those of its periods too, but for one that has its own. */
    private TagSettings of(String tag) {
        return Objects.requireNonNullElse(Tags.ofOwner(tags, tag), TagSettings.DEFAULT);
    }

    /** The most ids that are asked of a store at once for all who wait: as large as a step can be, so that sums stay far from 2⁶³. */
    long mostAtOnce(String tag, SegmentStore store) {
        return Math.min(TagRow.MAX_STEP, limitOf(tag, store));
    }

    private static long limitOf(String tag, SegmentStore store) {
        return (store instanceof LimitedStore limited) ? limited.maxStep(tag) : Long.MAX_VALUE;
    }

    /** The most ids that one allocation of a tag takes from a store; unless the store has less, as many as the step of a row that is larger. */
    long maxStepOf(String tag, SegmentStore store) {
        return Math.min(maxStepOf(tag), limitOf(tag, store));
    }

    /** The bounds of the step of a tag, whose row has a step of its own. */
    StepPolicy.Bounds boundsOf(String tag, long rowStep, SegmentStore store) {
        return new StepPolicy.Bounds(Math.min(rowStep, limitOf(tag, store)), maxStepOf(tag, store));
    }
}
