package io.leafid.autoconfigure.properties;

import io.leafid.jdbc.TableName;
import io.leafid.segment.jdbc.FailoverPolicy;

/** What the settings of the segment engine must be. Stateless. */
final class SegmentValidator {

    private SegmentValidator() {}

    static void check(LeafProperties properties, PropertyProblems problems) {
        SegmentProperties segment = properties.segment();
        problems.requireAccepted(
                () -> new TableName(segment.table()), "leaf.segment.table", "Set leaf.segment.table=leaf_alloc.");
        checkTimes(segment, problems);
        problems.require(
                segment.maxStep() >= 1,
                "leaf.segment.max-step",
                "must be at least 1",
                "Set leaf.segment.max-step=1000000, for example.");
        problems.require(
                segment.prefetchAt() >= 0 && segment.prefetchAt() < 1,
                "leaf.segment.prefetch-at",
                "must be from 0 to below 1",
                "Set leaf.segment.prefetch-at=0.1 to allocate the next segment when a tenth of one is used.");
        problems.require(
                segment.failoverMargin() >= 1 && segment.failoverMargin() <= FailoverPolicy.MAX_MARGIN,
                "leaf.segment.failover-margin",
                "must be from 1 to %d".formatted(FailoverPolicy.MAX_MARGIN),
                "Set leaf.segment.failover-margin=10000000, ten times the largest step, for example.");
        checkAutoCreate(segment.autoCreate(), segment.maxStep(), problems);
    }

    private static void checkTimes(SegmentProperties segment, PropertyProblems problems) {
        problems.requirePositive(segment.targetDuration(), "leaf.segment.target-duration", "15m");
        problems.requirePositive(segment.refreshInterval(), "leaf.segment.refresh-interval", "60s");
        problems.requirePositive(segment.loadTimeout(), "leaf.segment.load-timeout", "5s");
        problems.requireNotNegative(segment.waitTimeout(), "leaf.segment.wait-timeout", "1s");
    }

    private static void checkAutoCreate(SegmentProperties.AutoCreate create, int maxStep, PropertyProblems problems) {
        problems.require(
                create.step() >= 1,
                "leaf.segment.auto-create.step",
                "must be at least 1",
                "Set leaf.segment.auto-create.step=1000, for example.");
        problems.require(
                !create.enabled() || create.step() <= maxStep,
                "leaf.segment.auto-create.step",
                "is larger than leaf.segment.max-step (%d), which would have no effect".formatted(maxStep),
                "Set leaf.segment.max-step to at least leaf.segment.auto-create.step (%d), or lower the latter."
                        .formatted(create.step()));
        problems.require(
                create.initialId() >= 0,
                "leaf.segment.auto-create.initial-id",
                "must be 0 or more, since ids are never negative",
                "Set leaf.segment.auto-create.initial-id=1, for example.");
    }
}
