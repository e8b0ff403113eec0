package io.leafid.actuate;

import io.leafid.concurrent.Availability;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.status.LastAllocation;
import io.leafid.segment.status.SegmentTagStatus;
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
        return judge(new StoresHealth(generator.storeStatus(), generator.databases(), generator::storeStatus), used);
    }

    static EngineHealth judge(StoresHealth stores, List<SegmentTagStatus> used) {
        EngineHealth.Builder health = new EngineHealth.Builder();
        List<SegmentTagStatus> unable = used.stream()
                .filter(tag -> !canIssue(tag, stores.byTag().apply(tag.tag())))
                .toList();
        judge(stores, used, unable, health);
        refused(used)
                .ifPresent(tag -> health.because(
                        EngineHealth.Level.WARN,
                        failureOf(tag),
                        tag.allocations().failingSince()));
        health.with("store", stores.usual().state().name());
        if (!stores.named().isEmpty()) {
            health.with("databases", stores.states());
        }
        health.with("tagsInUse", used.size());
        if (!unable.isEmpty()) {
            health.with("tagsWithoutIds", names(unable));
        }
        if (!stores.areAllUp()) {
            shortestReserve(used).ifPresent(reserve -> health.with("reservesLast", reserve));
        }
        return health.build();
    }

    private static void judge(
            StoresHealth stores,
            List<SegmentTagStatus> used,
            List<SegmentTagStatus> unable,
            EngineHealth.Builder health) {
        boolean isUnable = unable.size() == used.size();
        if (!stores.isAnyUp() && isUnable) {
            String reason = stores.away() + ", and nothing is reserved";
            health.because(EngineHealth.Level.DOWN, reason, stores.awaySince());
        } else if (!used.isEmpty() && isUnable) {
            health.because(EngineHealth.Level.DOWN, failureOf(unable.get(0)), earliestFailure(unable));
        } else if (!stores.areAllUp()) {
            String reason = stores.away() + "; " + stores.consequence();
            health.because(EngineHealth.Level.WARN, reason, stores.awaySince());
        } else if (!unable.isEmpty()) {
            health.because(EngineHealth.Level.WARN, failureOf(unable.get(0)), earliestFailure(unable));
        }
    }

    private static boolean canIssue(SegmentTagStatus tag, Availability.Status store) {
        if (tag.reserve().unused() > 0) {
            return true;
        }
        boolean mayTry = tag.state() != SegmentTagStatus.State.UNAVAILABLE || isOpen(tag);
        return mayTry && store.state() == Availability.State.UP;
    }

    /**
     * Returns whether the last allocation tells nothing about the next, if the store is up: a failure was noted of the store too, so it has
     * answered since, and a refusal of the moment is over. Only the next call tells more, and an instance that counts as unable gets none.
     */
    private static boolean isOpen(SegmentTagStatus tag) {
        LastAllocation last = tag.allocations().last();
        return last != null
                && (last.outcome() == LastAllocation.Outcome.FAILURE
                        || last.outcome() == LastAllocation.Outcome.LIMITED);
    }

    /** A tag whose row was rewound or cannot be used: it ends when its reserve does, however well the store is. */
    private static Optional<SegmentTagStatus> refused(List<SegmentTagStatus> used) {
        return used.stream()
                .filter(tag -> tag.allocations().last() != null
                        && tag.allocations().last().outcome() == LastAllocation.Outcome.REFUSED)
                .findFirst();
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
        Stream<String> rest = (more > 0) ? Stream.of("and %s more".formatted(more)) : Stream.empty();
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
