package io.leafid.cluster;

import io.leafid.segment.SegmentSettings;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.buffer.TagSettings;
import io.leafid.segment.status.IdOrder;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * How the segment engines of a cluster are set. Immutable.
 *
 * @param settings those of the engine, the same on all nodes
 * @param preload tags that are preloaded
 * @param batch the most ids that a call asks for
 * @param keepsNotes whether each node notes on its disk what it has handed out
 * @param steps the steps of the rows, in the order of the tags
 */
record SegmentPlan(SegmentSettings settings, List<String> preload, int batch, boolean keepsNotes, List<Integer> steps) {

    /** The tags that all nodes use. */
    static final List<String> TAGS = List.of("order", "user", "invoice");

    private static final String ORDERED = "invoice";

    static SegmentPlan of(Random random, boolean isNarrow) {
        Map<String, TagSettings> tags = new HashMap<>();
        boolean isOrdered = random.nextBoolean();
        if (isOrdered) {
            tags.put(ORDERED, new TagSettings(null, IdOrder.GLOBAL));
        }
        List<Duration> waits = List.of(
                isOrdered ? Duration.ofMillis(500) : Duration.ZERO, // nothing is reserved where order is global
                Duration.ofMillis(200),
                Duration.ofSeconds(1),
                Duration.ofSeconds(3));
        AllocationSettings allocation = new AllocationSettings(
                random.nextBoolean() ? Duration.ofMinutes(15) : Duration.ofSeconds(5),
                isNarrow ? 1 : 20 + random.nextInt(100),
                tags,
                random.nextInt(10) / 10.0,
                waits.get(random.nextInt(waits.size())),
                random.nextBoolean() ? Duration.ofSeconds(1) : Duration.ofSeconds(5));
        SegmentSettings settings = new SegmentSettings(
                allocation,
                random.nextBoolean() ? Duration.ofSeconds(60) : Duration.ofSeconds(6),
                random.nextInt(4) == 0,
                null,
                isNarrow || random.nextInt(4) != 0);
        List<Integer> steps = isNarrow
                ? List.of(1, 1, 1)
                : List.of(1 + random.nextInt(20), 1 + random.nextInt(60), 1 + random.nextInt(20));
        return new SegmentPlan(
                settings, random.nextBoolean() ? TAGS : List.of(), isNarrow ? 3 : 60, random.nextBoolean(), steps);
    }

    /** Whether the ids of a tag grow over all nodes. */
    boolean isGlobal(String tag) {
        return settings.allocation().orderOf(tag) == IdOrder.GLOBAL;
    }

    @Override
    public String toString() {
        return "callers wait %s, allocations take %s at most, %s%s"
                .formatted(
                        settings.allocation().waitTimeout(),
                        settings.allocation().loadTimeout(),
                        settings.returnUnused() ? "what is left is given back" : "what is left is burnt",
                        keepsNotes ? ", with notes" : "");
    }
}
