package io.leafid.actuate;

import io.leafid.segment.LastAllocation;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentTagStatus;
import io.leafid.segment.StoreStatus;
import io.leafid.text.DurationText;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The judge of the segment engine's health, by the tags that are in use. Stateless; asks no store.
 *
 * <p>A tag that was not used yet says nothing: it can be served exactly when the store answers.
 */
final class SegmentHealth {

    private static final int MAX_NAMED_TAGS = 10; // a health answer is read by people

    private static final double FOREVER_SECONDS = Duration.ofDays(3_650).toSeconds();

    private SegmentHealth() {}

    static EngineHealth of(SegmentIdGenerator generator) {
        if (generator.isClosed()) {
            return new EngineHealth.Builder()
                    .because(EngineHealth.Level.DOWN, "the segment generator is closed", null)
                    .build();
        }
        List<SegmentTagStatus> used = generator.usedTags().stream()
                .sorted()
                .map(generator::status)
                .flatMap(Optional::stream)
                .toList();
        return judge(generator.storeStatus(), used);
    }

    static EngineHealth judge(StoreStatus store, List<SegmentTagStatus> used) {
        EngineHealth.Builder health = new EngineHealth.Builder();
        List<SegmentTagStatus> unable =
                used.stream().filter(tag -> !canIssue(tag, store)).toList();
        boolean storeIsUp = store.state() == StoreStatus.State.UP;
        if (!storeIsUp && unable.size() == used.size()) {
            health.because(EngineHealth.Level.DOWN, storeIsAway(store) + ", and nothing is reserved", store.since());
        } else if (!used.isEmpty() && unable.size() == used.size()) {
            health.because(EngineHealth.Level.DOWN, failureOf(unable.get(0)), earliestFailure(unable));
        } else if (!storeIsUp) {
            health.because(
                    EngineHealth.Level.WARN, storeIsAway(store) + "; ids come from what is reserved", store.since());
        } else if (!unable.isEmpty()) {
            health.because(EngineHealth.Level.WARN, failureOf(unable.get(0)), earliestFailure(unable));
        }
        refused(used)
                .ifPresent(tag -> health.because(
                        EngineHealth.Level.WARN,
                        failureOf(tag),
                        tag.allocations().failingSince()));
        health.with("store", store.state().name()).with("tagsInUse", used.size());
        if (!unable.isEmpty()) {
            health.with("tagsWithoutIds", names(unable));
        }
        if (!storeIsUp) {
            shortestReserve(used).ifPresent(reserve -> health.with("reservesLast", reserve));
        }
        return health.build();
    }

    private static boolean canIssue(SegmentTagStatus tag, StoreStatus store) {
        if (tag.reserve().unused() > 0) {
            return true;
        }
        return tag.state() != SegmentTagStatus.State.UNAVAILABLE && store.state() == StoreStatus.State.UP;
    }

    /** A tag whose row was set back or cannot be used: it ends when its reserve does, however well the store is. */
    private static Optional<SegmentTagStatus> refused(List<SegmentTagStatus> used) {
        return used.stream()
                .filter(tag -> tag.allocations().last() != null
                        && tag.allocations().last().outcome() == LastAllocation.Outcome.REFUSED)
                .findFirst();
    }

    private static String storeIsAway(StoreStatus store) {
        return (store.reason() == null)
                ? "the store of segments has not answered yet"
                : "the store of segments does not answer (" + store.reason() + ")";
    }

    private static String failureOf(SegmentTagStatus tag) {
        LastAllocation load = tag.allocations().last();
        String reason = (load == null || load.reason() == null)
                ? "nothing is reserved, and the store has not answered"
                : load.reason();
        return "tag '%s': %s".formatted(tag.tag(), reason);
    }

    private static @Nullable Object earliestFailure(List<SegmentTagStatus> tags) {
        return tags.stream()
                .map(tag -> tag.allocations().failingSince())
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    private static String names(List<SegmentTagStatus> tags) {
        Stream<String> names = tags.stream().limit(MAX_NAMED_TAGS).map(SegmentTagStatus::tag);
        int more = tags.size() - MAX_NAMED_TAGS;
        Stream<String> rest = (more > 0) ? Stream.of("and %d more".formatted(more)) : Stream.empty();
        return String.join(", ", Stream.concat(names, rest).toList());
    }

    /** The tag whose reserve ends first if ids go on being asked for as they were lately. */
    private static Optional<Map<String, Object>> shortestReserve(List<SegmentTagStatus> used) {
        return used.stream()
                .filter(tag -> tag.traffic().idsPerSecond() > 0 && tag.reserve().unused() > 0)
                .min(Comparator.comparing(SegmentHealth::lasts))
                .map(tag -> Map.of("tag", tag.tag(), "lasts", DurationText.of(lasts(tag))));
    }

    private static Duration lasts(SegmentTagStatus tag) {
        double seconds = Math.min(tag.reserve().unused() / tag.traffic().idsPerSecond(), FOREVER_SECONDS);
        return Duration.ofSeconds((long) seconds);
    }
}
