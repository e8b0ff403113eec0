package io.leafid.segment;

import io.leafid.SegmentUnavailableException;

/** The look at a row that had been set back, and the words for it. */
final class Rewinds {

    private Rewinds() {}

    /**
     * After a rewind was seen, looks before it buys: each purchase would move the row up, until it has climbed back to
     * numbers that other nodes may have been granted before the rewind.
     */
    static void requireNone(SegmentStore store, String tag, PurchaseHistory before) {
        if (!before.rewound()) {
            return;
        }
        TagRow row = store.find(tag).orElseThrow(() -> UnknownTags.noRow(tag));
        if (row.maxId() < before.highestEnd()) {
            throw refusal(tag, row.maxId(), before.highestEnd());
        }
    }

    static SegmentUnavailableException refusal(String tag, long offered, long highestEnd) {
        return new SegmentUnavailableException(
                "the row of tag '%s' was set back: it offers ids from %d, but ids up to %d were granted to this process"
                                .formatted(tag, offered, highestEnd - 1)
                        + "; set max_id above every id ever issued on any node, then ids flow again",
                null);
    }
}
