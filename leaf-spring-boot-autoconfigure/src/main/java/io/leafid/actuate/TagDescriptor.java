package io.leafid.actuate;

import io.leafid.segment.LastAllocation;
import io.leafid.segment.SegmentRange;
import io.leafid.segment.SegmentTagStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * One tag of the segment engine at one moment, as the endpoint shows it. Ids, and counts that can be as large, are texts,
 * because JavaScript loses digits above 2<sup>53</sup>. Immutable.
 *
 * @param state whether ids can be issued
 * @param step ids allocated by the last allocation
 * @param configuredStep ids per allocation by the tag's row
 * @param current segment that ids come from; {@code null} if none was allocated yet
 * @param upcoming segments that follow it
 * @param reservedUnused ids that are reserved but not handed out
 * @param issued ids handed out since the start
 * @param idsPerSecond ids handed out per second lately
 * @param waiting callers that wait for a segment
 * @param lastLoad last allocation; {@code null} before the first
 * @param failuresInARow failed allocations since the last good one
 */
public record TagDescriptor(
        SegmentTagStatus.State state,
        long step,
        long configuredStep,
        @Nullable Current current,
        List<Range> upcoming,
        String reservedUnused,
        String issued,
        double idsPerSecond,
        int waiting,
        @Nullable Load lastLoad,
        int failuresInARow)
        implements OperationResponseBody {

    private static final double THOUSANDTHS = 1_000.0;

    static TagDescriptor of(SegmentTagStatus status) {
        return new TagDescriptor(
                status.state(),
                status.steps().current(),
                status.steps().configured(),
                Current.of(status),
                status.reserve().upcoming().stream().map(Range::of).toList(),
                Long.toString(status.reserve().unused()),
                Long.toString(status.traffic().issued()),
                Math.round(status.traffic().idsPerSecond() * THOUSANDTHS) / THOUSANDTHS,
                status.waits().waiting(),
                Load.of(status.allocations().last()),
                status.allocations().failuresInARow());
    }

    /**
     * The segment that ids come from.
     *
     * @param first its first id
     * @param end its end, exclusive
     * @param next id that the next call would get; the end if it is used up
     * @param remaining ids left in it
     */
    public record Current(String first, String end, String next, String remaining) {

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
    public record Range(String first, String end) {

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
    public record Load(Instant at, Duration took, LastAllocation.Outcome outcome) {

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
