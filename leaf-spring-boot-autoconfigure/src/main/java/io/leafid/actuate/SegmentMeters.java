package io.leafid.actuate;

import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.status.IdOrder;
import io.leafid.segment.status.LastAllocation;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.segment.status.SegmentTotals;
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
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * The meters of tags of the segment engine in one registry. They read what the engine knows anyway, when the registry
 * looks. Thread-safe as the registry is.
 *
 * <p>A registry refers to the object it reads weakly, but to the reading function strongly; so the object is the generator,
 * which lives as long as the application, and the function holds what belongs to the tag.
 */
final class SegmentMeters {

    private static final String GLOBAL_ORDER = "1: the tag's ids grow across all nodes, and nothing is reserved ahead";

    private final MeterRegistry registry;
    private final SegmentIdGenerator generator;
    private final Map<String, List<Meter>> byTag = new HashMap<>(); // used under the lock of MeteredTags

    SegmentMeters(MeterRegistry registry, SegmentIdGenerator generator) {
        this.registry = registry;
        this.generator = generator;
    }

    /** Adds the meters of one tag. */
    void add(SegmentTagStatus first) {
        Reading reading = new Reading(generator, first);
        List<Meter> meters = addTotals(first.tag(), reading::totals);
        meters.add(gauge(
                MeterNames.SEGMENT_REMAINING,
                first.tag(),
                "Ids that are reserved for the tag and not handed out yet",
                () -> reading.now().reserve().unused()));
        meters.add(gauge(
                MeterNames.SEGMENT_STEP,
                first.tag(),
                "Ids that the tag's last allocation asked for",
                () -> reading.now().steps().current()));
        if (first.order() == IdOrder.GLOBAL) {
            meters.add(gauge(MeterNames.SEGMENT_GLOBAL_ORDER, first.tag(), GLOBAL_ORDER, () -> 1));
        }
        byTag.put(first.tag(), meters);
    }

    private Meter gauge(String name, String tag, String description, Supplier<Number> value) {
        return Gauge.builder(name, value)
                .description(description)
                .tag(MeterNames.TAG, tag)
                .register(registry);
    }

    /** Adds the meters that can be summed over several tags. */
    List<Meter> addTotals(String tag, Supplier<SegmentTotals> totals) {
        List<Meter> meters = new ArrayList<>();
        meters.add(issued(tag, totals));
        for (LastAllocation.Outcome outcome : LastAllocation.Outcome.values()) {
            meters.add(loads(tag, totals, outcome));
        }
        meters.add(timer(MeterNames.SEGMENT_WAITS, totals, SegmentTotals::waits, SegmentTotals::waitedNanos)
                .description("Calls that found nothing reserved and had to wait")
                .tag(MeterNames.TAG, tag)
                .register(registry));
        return meters;
    }

    private Meter issued(String tag, Supplier<SegmentTotals> totals) {
        return FunctionCounter.builder(
                        MeterNames.ISSUED, generator, unused -> totals.get().issued())
                .description("Ids handed out")
                .tag(MeterNames.ENGINE, "segment")
                .tag(MeterNames.TAG, tag)
                .register(registry);
    }

    private Meter loads(String tag, Supplier<SegmentTotals> totals, LastAllocation.Outcome outcome) {
        return timer(
                        MeterNames.SEGMENT_LOAD,
                        totals,
                        now -> now.loads().count(outcome),
                        now -> now.loads().nanos(outcome))
                .description("Allocations of segments")
                .tag(MeterNames.TAG, tag)
                .tag(MeterNames.OUTCOME, outcome.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }

    private FunctionTimer.Builder<SegmentIdGenerator> timer(
            String name,
            Supplier<SegmentTotals> totals,
            ToLongFunction<SegmentTotals> count,
            ToLongFunction<SegmentTotals> nanos) {
        return FunctionTimer.builder(
                name,
                generator,
                unused -> count.applyAsLong(totals.get()),
                unused -> nanos.applyAsLong(totals.get()),
                TimeUnit.NANOSECONDS);
    }

    /** Removes the meters of one tag, if there are any. */
    void remove(String tag) {
        List<Meter> meters = byTag.remove(tag);
        if (meters != null) {
            meters.forEach(registry::remove);
        }
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

        SegmentTagStatus now() {
            SegmentTagStatus status = generator.status(last.tag()).orElse(last);
            last = status;
            return status;
        }

        SegmentTotals totals() {
            SegmentTagStatus status = now();
            return new SegmentTotals(
                    status.traffic().issued(),
                    status.allocations().totals(),
                    status.waits().count(),
                    status.waits().nanos());
        }
    }
}
