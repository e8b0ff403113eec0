package io.leafid.segment.interleaved;

import io.leafid.LeafEvent;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.test.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Two databases in memory that grant ids as slots 0 and 1 of 4, and time in the hand of the test. */
abstract class InterleavedScene {

    static final int SLOTS = 4;
    static final Duration LOAD_TIMEOUT = Duration.ofSeconds(8);

    /** What a rest after the first failure takes with half of the jitter. */
    static final Duration FIRST_PAUSE = Member.FIRST_REST.multipliedBy(3).dividedBy(4);

    final ManualTime time = new ManualTime();
    final List<LeafEvent> events = new ArrayList<>();
    final LiftingStore a = new LiftingStore().with("order", 0, 10);
    final LiftingStore b = new LiftingStore().with("order", 0, 10);
    final InterleavedSegmentStore store = storeOf(database("a", 0, a), database("b", 1, b));

    final InterleavedSegmentStore storeOf(SlottedDatabase... databases) {
        return storeOf(LOAD_TIMEOUT, databases);
    }

    final InterleavedSegmentStore storeOf(Duration loadTimeout, SlottedDatabase... databases) {
        return new InterleavedSegmentStore(
                List.of(databases),
                SLOTS,
                new InterleavedSettings(loadTimeout, events::add, time, () -> 0.5, tag -> false));
    }

    static SlottedDatabase database(String name, int slot, LiftingStore store) {
        return new SlottedDatabase(name, slot, store);
    }

    static int slotOf(AllocatedSegment range) {
        return (int) (range.first() % SLOTS);
    }

    /** Ten numbers of the tag that both databases have. */
    final AllocatedSegment ten() {
        return store.allocate("order", 10, 0);
    }

    /** Allocates until the next turn is that of the other database. */
    final void untilGrantedBy(int slot) {
        for (int i = 0; i < SLOTS; i++) {
            if (slotOf(store.allocate("order", 1, 0)) == slot) {
                return;
            }
        }
        throw new IllegalStateException("slot " + slot + " grants nothing");
    }
}
