package io.leafid.segment.buffer;

import io.leafid.LeafEvent;
import io.leafid.PrintableText;
import io.leafid.SegmentUnavailableException;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.CounterSetBackException;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.TagRow;
import io.leafid.time.TimeSource;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The refusal of a row that had been rewound: below what this process or an earlier run of it has allocated. Thread-safe.
 */
final class RewindGuard {

    private final SegmentStore store;
    private final TimeSource time;
    private final StoreHealth health;
    private final @Nullable Path notedIn;

    /**
     * A guard of one tag.
     *
     * @param store where ranges are allocated
     * @param time the clocks
     * @param health what is told of a refusal
     * @param notedIn the file in which earlier runs have noted what they handed out; {@code null} if there is none
     */
    RewindGuard(SegmentStore store, TimeSource time, StoreHealth health, @Nullable Path notedIn) {
        this.store = store;
        this.time = time;
        this.health = health;
        this.notedIn = notedIn;
    }

    /**
     * Allocates a range, after a refusal only from a row that has been set above what it had granted.
     *
     * @param seen the caller holds ids below this besides
     */
    AllocationOutcome allocate(
            String tag,
            long amount,
            long seen,
            AllocationHistory before,
            Function<AllocatedSegment, AllocationOutcome.Allocated> segments) {
        requireNoRewind(tag, before);
        try {
            AllocatedSegment range = store.allocate(tag, amount, Math.max(seen, before.highestEnd()));
            return accepted(tag, segments.apply(range), amount, before);
        } catch (CounterSetBackException ex) {
            return (ex.found() < before.highestEnd())
                    ? refuse(
                            tag, ex.found(), ex.found() + amount, before.highestEnd(), refusal(tag, ex.found(), before))
                    : AllocationOutcome.Refused.byStore(ex);
        }
    }

    /**
     * After a rewind was seen, looks before it allocates: each allocation would move the row up, until it has climbed back to
     * numbers that other nodes may have allocated before the rewind.
     */
    private void requireNoRewind(String tag, AllocationHistory before) {
        if (!before.failures().rewound()) {
            return;
        }
        TagRow row = store.find(tag).orElseThrow(() -> TagRow.missing(tag));
        if (row.maxId() < before.highestEnd()) {
            throw refusal(tag, row.maxId(), before);
        }
    }

    /** The segment, unless it must not be served: of other ids than were asked for, or of ids that were allocated before. */
    AllocationOutcome accepted(String tag, AllocationOutcome.Allocated segment, long amount, AllocationHistory before) {
        AllocatedSegment range = segment.range();
        if (range.first() < before.highestEnd()) {
            return refuse(tag, range.first(), range.end(), before.highestEnd(), refusal(tag, range.first(), before));
        }
        if (range.size() != amount) {
            String reason = "asked for %s ids, the store returned %s".formatted(amount, range);
            return AllocationOutcome.Refused.byStore(new IllegalStateException(reason));
        }
        return segment;
    }

    /** Refuses a range that starts below the end of what was handed out or is stored. */
    private AllocationOutcome.Refused refuse(
            String tag, long first, long end, long highestEnd, SegmentUnavailableException reason) {
        LeafEvent.SegmentRefused event = new LeafEvent.SegmentRefused(time.now(), tag, first, end, highestEnd);
        return new AllocationOutcome.Refused(reason, true, event);
    }

    /** Reports a row that stands below what earlier runs have handed out. */
    void report(TagRow row, AllocationHistory history) {
        health.note(refuse(
                row.tag(),
                row.maxId(),
                row.maxId() + row.step(),
                history.highestEnd(),
                refusal(row.tag(), row.maxId(), history)));
    }

    private SegmentUnavailableException refusal(String tag, long offered, AllocationHistory history) {
        boolean isNoted = history.allocations() == 0 && notedIn != null;
        String issued =
                isNoted ? "were handed out by earlier runs, as noted in " + notedIn : "were allocated to this process";
        String remedy = isNoted
                ? "; set max_id above every id ever issued or reserved on any node, then ids flow again; if the table began anew on"
                        + " purpose, stop all processes that use this file, delete it and start them again"
                : "; set max_id above every id ever issued or reserved on any node, then ids flow again";
        return new SegmentUnavailableException(
                "the row of tag '%s' was rewound: it offers ids from %s, but ids up to %s %s"
                                .formatted(PrintableText.of(tag), offered, history.highestEnd() - 1, issued)
                        + remedy,
                null);
    }
}
