package io.leafid.segment.jdbc;

import io.leafid.IdsExhaustedException;
import io.leafid.UnknownTagException;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.CounterSetBackException;
import io.leafid.segment.store.SegmentStore;
import java.util.List;

/**
 * A store in one database that can be one of several which grant interleaved ids: it lifts its counters, and keeps a record of
 * which slot it is.
 */
public interface LiftingSegmentStore extends SegmentStore {

    /**
     * Moves a tag's counter up to {@code floor}, if it stands below, and by {@code amount}, in one change that is committed
     * before the method returns.
     *
     * @return the numbers that this very call has taken, of exactly {@code amount}
     * @throws UnknownTagException if the tag has no row; nothing was changed
     * @throws IdsExhaustedException if the range would end above {@code ceiling}; nothing was changed
     * @throws CounterSetBackException if the counter stands below {@code least}; nothing was changed
     */
    AllocatedSegment allocate(String tag, Lift lift);

    @Override
    default AllocatedSegment allocate(String tag, long amount, long floor) {
        return allocate(tag, new Lift(amount, floor, 0, Long.MAX_VALUE));
    }

    /** The records about slots in this database, for this table; called before any other method, and again at will. */
    List<SlotRecord> slotRecords();

    /** Records a slot durably, unless there is a record of this entry already. */
    void recordSlot(SlotRecord slot);
}
