package io.leafid.segment;

import io.leafid.LeafEvent;
import io.leafid.SegmentUnavailableException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The look at a row that had been set back, and the words for it. */
final class Rewinds {

    private static final Logger logger = LoggerFactory.getLogger(Rewinds.class);

    private Rewinds() {}

    /**
     * After a rewind was seen, looks before it allocates: each allocation would move the row up, until it has climbed back to
     * numbers that other nodes may have been granted before the rewind.
     */
    static void requireNone(SegmentStore store, String tag, AllocationHistory before, @Nullable Path notedIn) {
        if (!before.rewound()) {
            return;
        }
        TagRow row = store.find(tag).orElseThrow(() -> UnknownTags.noRow(tag));
        if (row.maxId() < before.highestEnd()) {
            throw refusal(tag, row.maxId(), before, notedIn);
        }
    }

    /** Tells the operator of a row that stands below what earlier runs have handed out. */
    static void report(SegmentContext engine, TagRow row, AllocationHistory history, @Nullable Path notedIn) {
        logger.error("{}", refusal(row.tag(), row.maxId(), history, notedIn).getMessage());
        engine.health()
                .announce(new LeafEvent.SegmentRefused(
                        engine.time().now(), row.tag(), row.maxId(), row.maxId() + row.step(), history.highestEnd()));
    }

    static SegmentUnavailableException refusal(
            String tag, long offered, AllocationHistory history, @Nullable Path notedIn) {
        boolean isNoted = history.allocations() == 0 && notedIn != null;
        String issued =
                isNoted ? "were handed out by earlier runs, as noted in " + notedIn : "were granted to this process";
        String remedy = isNoted
                ? "; set max_id above every id ever issued on any node, then ids flow again; if the table began anew on"
                        + " purpose, stop all processes that use this file, delete it and start them again"
                : "; set max_id above every id ever issued on any node, then ids flow again";
        return new SegmentUnavailableException(
                "the row of tag '%s' was set back: it offers ids from %d, but ids up to %d %s"
                                .formatted(tag, offered, history.highestEnd() - 1, issued)
                        + remedy,
                null);
    }
}
