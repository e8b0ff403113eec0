package io.leafid.actuate;

import io.leafid.TagLimit;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.status.LastAllocation;
import io.leafid.segment.status.SegmentRange;
import io.leafid.segment.status.SegmentTagStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One tag of the segment engine at one moment, as the endpoint shows it. Ids, and counts that can be as large, are texts,
 * because JavaScript loses digits above 2<sup>53</sup>. Stateless.
 *
 * <p>A map, since clients know these parts side by side, and there are too many for a record.
 */
final class TagDescriptor {

    private static final double THOUSANDTHS = 1_000.0;

    private TagDescriptor() {}

    /** The parts of a tag of a generator. */
    static Map<String, Object> of(SegmentIdGenerator generator, SegmentTagStatus status) {
        String tag = status.tag();
        long granted = generator.ranges().granted(tag);
        return of(status, generator.databaseOf(tag).orElse(null), generator.limitOf(tag), granted);
    }

    /** The parts by name, in their order; what is not there yet is left out. */
    static Map<String, Object> of(SegmentTagStatus status, @Nullable String database, TagLimit limit, long granted) {
        Map<String, @Nullable Object> parts = new LinkedHashMap<>();
        parts.put("database", database);
        parts.put("order", status.order());
        parts.put("enabled", limit.enabled() ? null : Boolean.FALSE);
        parts.put("maxRate", limit.maxRate());
        parts.put("state", status.state());
        parts.put("step", status.steps().current());
        parts.put("configuredStep", status.steps().configured());
        addReserve(parts, status);
        parts.put("issued", Long.toString(status.traffic().issued()));
        parts.put("granted", (granted == 0) ? null : Long.toString(granted));
        parts.put("idsPerSecond", Math.round(status.traffic().idsPerSecond() * THOUSANDTHS) / THOUSANDTHS);
        parts.put("waiting", status.waits().waiting());
        parts.put("lastLoad", Load.of(status.allocations().last()));
        parts.put("failuresInARow", status.allocations().failuresInARow());
        return present(parts);
    }

    private static void addReserve(Map<String, @Nullable Object> parts, SegmentTagStatus status) {
        parts.put("current", Current.of(status));
        parts.put(
                "upcoming", status.reserve().upcoming().stream().map(Range::of).toList());
        parts.put("reservedUnused", Long.toString(status.reserve().unused()));
    }

    private static Map<String, Object> present(Map<String, @Nullable Object> parts) {
        Map<String, Object> present = new LinkedHashMap<>();
        parts.forEach((name, value) -> {
            if (value != null) {
                present.put(name, value);
            }
        });
        return Collections.unmodifiableMap(present);
    }

    /**
     * The segment that ids come from.
     *
     * @param first its first id
     * @param end its end, exclusive
     * @param next id that the next call would get; the end if it is used up
     * @param remaining ids left in it
     */
    record Current(String first, String end, String next, String remaining) {

        static @Nullable Current of(SegmentTagStatus status) {
            SegmentRange range = status.reserve().current();
            return (range == null)
                    ? null
                    : new Current(
                            Long.toString(range.first()),
                            Long.toString(range.end()),
                            Long.toString(status.reserve().next()),
                            Long.toString(status.reserve().remaining()));
        }
    }

    /**
     * A segment that was not used yet.
     *
     * @param first its first id
     * @param end its end, exclusive
     */
    record Range(String first, String end) {

        static Range of(SegmentRange range) {
            return new Range(Long.toString(range.first()), Long.toString(range.end()));
        }
    }

    /**
     * An allocation.
     *
     * @param at when it ended
     * @param took how long it took
     * @param outcome what came of it
     */
    record Load(Instant at, Duration took, LastAllocation.Outcome outcome) {

        static @Nullable Load of(@Nullable LastAllocation load) {
            return (load == null)
                    ? null
                    : new Load(
                            load.at(),
                            Duration.ofNanos(load.tookNanos()).truncatedTo(ChronoUnit.MICROS),
                            load.outcome());
        }
    }
}
