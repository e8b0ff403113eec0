package io.leafid.segment.buffer;

import io.leafid.LeafEvent;
import io.leafid.PrintableText;
import io.leafid.SegmentUnavailableException;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.TagRow;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The refusal of a row that had been rewound. Immutable.
 *
 * @param context store, clocks, listener and the notes of earlier runs
 */
record RewindGuard(SegmentContext context) {

    private static final Logger logger = LoggerFactory.getLogger(RewindGuard.class);

    /**
     * After a rewind was seen, looks before it allocates: each allocation would move the row up, until it has climbed back to
     * numbers that other nodes may have allocated before the rewind.
     */
    void requireNoRewind(String tag, AllocationHistory before) {
        if (!before.failures().rewound()) {
            return;
        }
        TagRow row = context.store().find(tag).orElseThrow(() -> TagRow.missing(tag));
        if (row.maxId() < before.highestEnd()) {
            throw refusal(tag, row.maxId(), before);
        }
    }

    /** The segment, unless it must not be served: of other ids than were asked for, or of ids that were allocated before. */
    AllocationOutcome accepted(String tag, AllocationOutcome.Allocated segment, long amount, AllocationHistory before) {
        AllocatedSegment range = segment.range();
        if (range.first() < before.highestEnd()) {
            return refuse(tag, range, before);
        }
        if (range.size() != amount) {
            String reason = "asked for %d ids, the store returned %s".formatted(amount, range);
            return AllocationOutcome.Refused.byStore(new IllegalStateException(reason));
        }
        return segment;
    }

    /** Refuses a range that starts below the end of one that was allocated before. */
    private AllocationOutcome refuse(String tag, AllocatedSegment range, AllocationHistory before) {
        SegmentUnavailableException reason = refusal(tag, range.first(), before);
        logger.error("{}", reason.getMessage());
        LeafEvent.SegmentRefused event = new LeafEvent.SegmentRefused(
                context.time().now(), tag, range.first(), range.end(), before.highestEnd());
        return new AllocationOutcome.Refused(reason, true, event);
    }

    /** Reports a row that stands below what earlier runs have handed out. */
    void report(TagRow row, AllocationHistory history) {
        logger.error("{}", refusal(row.tag(), row.maxId(), history).getMessage());
        context.health()
                .announce(new LeafEvent.SegmentRefused(
                        context.time().now(), row.tag(), row.maxId(), row.maxId() + row.step(), history.highestEnd()));
    }

    private SegmentUnavailableException refusal(String tag, long offered, AllocationHistory history) {
        boolean isNoted = history.allocations() == 0 && context.notedIn() != null;
        String issued = isNoted
                ? "were handed out by earlier runs, as noted in " + context.notedIn()
                : "were allocated to this process";
        String remedy = isNoted
                ? "; set max_id above every id ever issued on any node, then ids flow again; if the table began anew on"
                        + " purpose, stop all processes that use this file, delete it and start them again"
                : "; set max_id above every id ever issued on any node, then ids flow again";
        return new SegmentUnavailableException(
                "the row of tag '%s' was rewound: it offers ids from %d, but ids up to %d %s"
                                .formatted(PrintableText.of(tag), offered, history.highestEnd() - 1, issued)
                        + remedy,
                null);
    }
}
