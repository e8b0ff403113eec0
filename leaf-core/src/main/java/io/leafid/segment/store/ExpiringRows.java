package io.leafid.segment.store;

import java.time.Instant;

/** A store that deletes the rows of periods that are over. */
public interface ExpiringRows extends SegmentStore {

    /**
     * Deletes the row of a tag whose ids will not be wanted any more, if the store's own clock has reached a moment. A caller whose clock
     * is ahead must not delete rows that others use, so its clock is not asked.
     *
     * @return whether a row was deleted
     */
    boolean delete(String tag, Instant due);
}
