package io.leafid.segment;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What can be set about the segment engine. Immutable.
 *
 * @param targetDuration how long a segment should last; the step adapts to it
 * @param maxStep the most ids one allocation takes, unless a row's own step is larger
 * @param maxStepByTag the same for single tags
 * @param prefetchAt share of a segment, 0 to below 1, after whose use the next one is allocated
 * @param refreshInterval how often the list of tags and their steps is read again
 * @param waitTimeout how long a caller waits when nothing is reserved; zero means not at all
 * @param loadTimeout how long an allocation may take before it is given up and its range, if any, is burnt
 * @param failFast whether {@link SegmentIdGenerator#start()} fails when the store cannot be read
 * @param autoCreate the row that an unknown tag gets on first use, or {@code null} to refuse unknown tags
 * @param returnUnused whether what was never handed out is given back to the store on close
 */
public record SegmentSettings(
        Duration targetDuration,
        int maxStep,
        Map<String, Integer> maxStepByTag,
        double prefetchAt,
        Duration refreshInterval,
        Duration waitTimeout,
        Duration loadTimeout,
        boolean failFast,
        @Nullable NewTag autoCreate,
        boolean returnUnused) {

    /** So that sums and doubles of durations stay within what the nano clock can tell. */
    private static final Duration LONGEST = Duration.ofDays(100 * 365);

    /** The defaults, which suit most applications. */
    public static final SegmentSettings DEFAULT = new SegmentSettings(
            Duration.ofMinutes(15),
            1_000_000,
            Map.of(),
            0.1,
            Duration.ofSeconds(60),
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            true,
            null,
            true);

    /** Checks the ranges. */
    public SegmentSettings {
        requirePositive("target duration", targetDuration);
        require(maxStep >= 1, "max step must be at least 1", maxStep);
        maxStepByTag.forEach((tag, max) -> require(max >= 1, "max step of '" + tag + "' must be at least 1", max));
        require(prefetchAt >= 0 && prefetchAt < 1, "prefetch share must be from 0 to below 1", prefetchAt);
        requirePositive("refresh interval", refreshInterval);
        require(!waitTimeout.isNegative(), "wait timeout must not be negative", waitTimeout);
        requireMeasurable("wait timeout", waitTimeout);
        requirePositive("load timeout", loadTimeout);
        maxStepByTag = Map.copyOf(maxStepByTag);
    }

    /** The row that an unknown tag gets when tags are created on first use. */
    public record NewTag(int step, long initialId) {

        /** Checks the ranges. */
        public NewTag {
            require(step >= 1, "step must be at least 1", step);
            require(initialId >= 0, "initial id must not be negative", initialId);
        }
    }

    /** What the step of a tag may be, given the step of its row. */
    StepPolicy.Bounds boundsFor(String tag, long configuredStep) {
        return new StepPolicy.Bounds(configuredStep, maxStepOf(tag));
    }

    /** The most ids that one allocation of a tag takes, unless its row's own step is larger. */
    int maxStepOf(String tag) {
        return maxStepByTag.getOrDefault(tag, maxStep);
    }

    private static void requirePositive(String name, Duration duration) {
        require(!duration.isNegative() && !duration.isZero(), name + " must be positive", duration);
        requireMeasurable(name, duration);
    }

    private static void requireMeasurable(String name, Duration duration) {
        require(duration.compareTo(LONGEST) <= 0, name + " must be at most 100 years", duration);
    }

    private static void require(boolean condition, String message, Object value) {
        if (!condition) {
            throw new IllegalArgumentException(message + ", but is " + value);
        }
    }
}
