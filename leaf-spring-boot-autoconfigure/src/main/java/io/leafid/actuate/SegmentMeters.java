package io.leafid.actuate;

import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.status.IdOrder;
import io.leafid.segment.status.LastAllocation;
import io.leafid.segment.status.SegmentTagStatus;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * The meters of the tags in use in one registry. They read what the engine knows anyway, when the registry looks. Thread-safe.
 *
 * <p>A registry refers to the object it reads weakly, but to the reading function strongly; so the object is the generator,
 * which lives as long as the application, and the function holds what belongs to the tag.
 */
final class SegmentMeters {

    private static final String GLOBAL_ORDER = "1: the tag's ids grow across all nodes, and nothing is reserved ahead";

    private final MeterRegistry registry;
    private final SegmentIdGenerator generator;
    private final Map<String, List<Meter>> byTag = new HashMap<>(); // guarded by this

    SegmentMeters(MeterRegistry registry, SegmentIdGenerator generator) {
        this.registry = registry;
        this.generator = generator;
    }

    /** Removes the meters of tags that are gone and adds those of tags that have come into use. */
    synchronized void refresh() {
        Set<String> used = generator.usedTags();
        for (String tag : List.copyOf(byTag.keySet())) {
            if (!used.contains(tag)) {
                Objects.requireNonNull(byTag.remove(tag)).forEach(registry::remove);
            }
        }
        for (String tag : new TreeSet<>(used)) {
            if (!byTag.containsKey(tag)) {
                generator.status(tag).ifPresent(status -> byTag.put(tag, add(new Reading(generator, status))));
            }
        }
    }

    private List<Meter> add(Reading tag) {
        List<Meter> meters = new ArrayList<>();
        meters.add(FunctionCounter.builder(
                        MeterNames.ISSUED,
                        generator,
                        unused -> tag.now().traffic().issued())
                .description("Ids handed out")
                .tag(MeterNames.ENGINE, "segment")
                .tag(MeterNames.TAG, tag.name())
                .register(registry));
        meters.add(gauge(
                MeterNames.SEGMENT_REMAINING,
                tag,
                "Ids that are reserved for the tag and not handed out yet",
                now -> now.reserve().unused()));
        meters.add(gauge(
                MeterNames.SEGMENT_STEP,
                tag,
                "Ids that the tag's last allocation asked for",
                now -> now.steps().current()));
        if (tag.now().order() == IdOrder.GLOBAL) {
            meters.add(gauge(MeterNames.SEGMENT_GLOBAL_ORDER, tag, GLOBAL_ORDER, now -> 1));
        }
        for (LastAllocation.Outcome outcome : LastAllocation.Outcome.values()) {
            meters.add(loads(tag, outcome));
        }
        meters.add(timer(
                        MeterNames.SEGMENT_WAITS,
                        tag,
                        now -> now.waits().count(),
                        now -> now.waits().nanos())
                .description("Calls that found nothing reserved and had to wait")
                .register(registry));
        return meters;
    }

    private Meter gauge(String name, Reading tag, String description, Function<SegmentTagStatus, Number> value) {
        return Gauge.builder(name, () -> value.apply(tag.now()))
                .description(description)
                .tag(MeterNames.TAG, tag.name())
                .register(registry);
    }

    private Meter loads(Reading tag, LastAllocation.Outcome outcome) {
        return timer(
                        MeterNames.SEGMENT_LOAD,
                        tag,
                        now -> now.allocations().totals().count(outcome),
                        now -> now.allocations().totals().nanos(outcome))
                .description("Allocations of segments")
                .tag(MeterNames.OUTCOME, outcome.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }

    private FunctionTimer.Builder<SegmentIdGenerator> timer(
            String name, Reading tag, ToLongFunction<SegmentTagStatus> count, ToLongFunction<SegmentTagStatus> nanos) {
        return FunctionTimer.builder(
                        name,
                        generator,
                        unused -> count.applyAsLong(tag.now()),
                        unused -> nanos.applyAsLong(tag.now()),
                        TimeUnit.NANOSECONDS)
                .tag(MeterNames.TAG, tag.name());
    }

    /**
     * The status of a tag, which stays what it was last when the tag goes: until its meters are removed as well, a counter
     * that fell to zero would be taken for a restart. Thread-safe.
     */
    private static final class Reading {

        private final SegmentIdGenerator generator;
        private volatile SegmentTagStatus last;

        Reading(SegmentIdGenerator generator, SegmentTagStatus first) {
            this.generator = generator;
            this.last = first;
        }

        String name() {
            return last.tag();
        }

        SegmentTagStatus now() {
            SegmentTagStatus status = generator.status(last.tag()).orElse(last);
            last = status;
            return status;
        }
    }
}
