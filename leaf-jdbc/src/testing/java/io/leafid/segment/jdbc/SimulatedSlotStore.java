package io.leafid.segment.jdbc;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.ForwardingSegmentStore;
import java.util.List;

/** One of several tables in memory as one process sees it, over a line of its own. One thread at a time. */
public final class SimulatedSlotStore extends ForwardingSegmentStore implements LiftingSegmentStore {

    private final SimulatedRowStore rows;

    /** Makes the store of one process. */
    public SimulatedSlotStore(SimulatedRowStore rows) {
        super(rows);
        this.rows = rows;
    }

    @Override
    public AllocatedSegment allocate(String tag, Lift lift) {
        return rows.allocate(tag, lift);
    }

    @Override
    public List<SlotRecord> slotRecords() {
        return rows.slotRecords();
    }

    @Override
    public void recordSlot(SlotRecord slot) {
        rows.recordSlot(slot);
    }
}
