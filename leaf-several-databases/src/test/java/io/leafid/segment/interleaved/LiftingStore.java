package io.leafid.segment.interleaved;

import io.leafid.IdsExhaustedException;
import io.leafid.segment.jdbc.Lift;
import io.leafid.segment.jdbc.LiftingSegmentStore;
import io.leafid.segment.jdbc.SlotRecord;
import io.leafid.segment.jdbc.SlotRefusedException;
import io.leafid.segment.jdbc.SlotRefusedException.Reason;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.CounterSetBackException;
import io.leafid.segment.store.ForwardingSegmentStore;
import io.leafid.segment.store.TagRow;
import io.leafid.test.segment.InMemorySegmentStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/** One database of several, in memory. Thread-safe. */
public class LiftingStore extends ForwardingSegmentStore implements LiftingSegmentStore {

    /** Its rows. */
    public final InMemorySegmentStore memory;

    private final Map<String, SlotRecord> records = new TreeMap<>();
    private volatile String missing = "";
    private final AtomicReference<Runnable> afterReading = new AtomicReference<>(() -> {});

    /** An empty database. */
    public LiftingStore() {
        this(new InMemorySegmentStore());
    }

    private LiftingStore(InMemorySegmentStore memory) {
        super(memory);
        this.memory = memory;
    }

    /** A database with one row. */
    public final LiftingStore with(String tag, long maxId, long step) {
        memory.put(tag, maxId, step);
        return this;
    }

    @Override
    public synchronized AllocatedSegment allocate(String tag, Lift lift) {
        Optional<TagRow> row = memory.find(tag);
        if (row.isPresent() && row.get().maxId() >= 0) {
            long before = row.get().maxId();
            if (before < lift.least()) {
                throw new CounterSetBackException(tag, before, lift.least());
            }
            if (lift.isTooHigh() || before > lift.ceiling() - lift.amount()) {
                throw new IdsExhaustedException("tag '" + tag + "' is used up", null);
            }
            memory.put(tag, Math.max(before, lift.floor()), row.get().step());
        }
        return memory.allocate(tag, lift.amount(), 0);
    }

    /** Lacks a table from now on; none if the words about it are empty. */
    public void loseTable(String words) {
        missing = words;
    }

    /** As another database does not have them. */
    public synchronized void loseRecords() {
        records.clear();
    }

    /** What happens once, right after the next reading of the records. */
    public void afterNextReading(Runnable event) {
        afterReading.set(event);
    }

    @Override
    public List<SlotRecord> slotRecords() {
        List<SlotRecord> read = readRecords();
        afterReading.getAndSet(() -> {}).run();
        return read;
    }

    private synchronized List<SlotRecord> readRecords() {
        memory.find("any"); // which fails if the database is down
        if (!missing.isEmpty()) {
            throw new SlotRefusedException(Reason.NO_TABLE, "", "one of several", missing, "create it");
        }
        return new ArrayList<>(records.values());
    }

    @Override
    public synchronized void recordSlot(SlotRecord slot) {
        memory.find("any");
        records.putIfAbsent(slot.entry(), slot);
    }
}
