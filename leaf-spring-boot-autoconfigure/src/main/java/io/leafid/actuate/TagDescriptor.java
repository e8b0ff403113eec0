package io.leafid.actuate;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.leafid.TagLimit;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.status.IdOrder;
import io.leafid.segment.status.LastAllocation;
import io.leafid.segment.status.SegmentRange;
import io.leafid.segment.status.SegmentTagStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * One tag of the segment engine at one moment, as the endpoint shows it. Ids, and counts that can be as large, are texts,
 * because JavaScript loses digits above 2<sup>53</sup>. What is not there yet is left out. Immutable.
 *
 * @param database the database that serves the tag alone, if one does
 * @param order the calls among which its ids grow
 * @param enabled {@code false} if it is switched off, else {@code null}
 * @param maxRate ids per second that it is limited to
 * @param state whether it can issue ids
 * @param step ids that an allocation takes now
 * @param configuredStep the step of its row
 * @param current the segment that ids come from
 * @param upcoming the segments that follow it
 * @param reservedUnused ids that are reserved but not handed out
 * @param issued ids handed out since the start
 * @param granted ids that clients of this service took
 * @param idsPerSecond ids handed out per second lately
 * @param waiting callers that wait now
 * @param lastLoad the last allocation
 * @param failuresInARow allocations that have failed since the last good one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TagDescriptor(
        @Nullable String database,
        IdOrder order,
        @Nullable Boolean enabled,
        @Nullable Long maxRate,
        SegmentTagStatus.State state,
        long step,
        long configuredStep,
        @Nullable Current current,
        List<Range> upcoming,
        String reservedUnused,
        String issued,
        @Nullable String granted,
        double idsPerSecond,
        int waiting,
        @Nullable Load lastLoad,
        int failuresInARow)
        implements OperationResponseBody {

    private static final double THOUSANDTHS = 1_000.0;

    static TagDescriptor of(SegmentIdGenerator generator, SegmentTagStatus status) {
        String tag = status.tag();
        return of(
                status,
                generator.databaseOf(tag).orElse(null),
                generator.limitOf(tag),
                generator.ranges().granted(tag));
    }

    static TagDescriptor of(SegmentTagStatus status, @Nullable String database, TagLimit limit, long granted) {
        return new TagDescriptor(
                database,
                status.order(),
                limit.enabled() ? null : false,
                limit.maxRate(),
                status.state(),
                status.steps().current(),
                status.steps().configured(),
                Current.of(status),
                status.reserve().upcoming().stream().map(Range::of).toList(),
                Long.toString(status.reserve().unused()),
                Long.toString(status.traffic().issued()),
                (granted == 0) ? null : Long.toString(granted),
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
