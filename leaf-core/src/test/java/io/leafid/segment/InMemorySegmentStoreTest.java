package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.leafid.segment.store.SegmentStore;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.test.segment.InMemorySegmentStore.Fate;
import io.leafid.test.segment.SegmentStoreContract;
import org.junit.jupiter.api.Test;

/** The fake keeps the contract, and its faults are what they are said to be. */
class InMemorySegmentStoreTest extends SegmentStoreContract {

    private final InMemorySegmentStore store = new InMemorySegmentStore();

    @Override
    protected SegmentStore store() {
        return store;
    }

    @Override
    protected SegmentStore storeOfAnotherNode() {
        return store;
    }

    @Override
    protected void putRow(String tag, long maxId, long step) {
        store.put(tag, maxId, step);
    }

    @Override
    protected void deleteRow(String tag) {
        store.remove(tag);
    }

    @Override
    protected long maxId(String tag) {
        return store.maxId(tag);
    }

    @Test
    void failedAllocationTakesNothingAndALostReplyTakesTheRange() {
        store.put("order", 1, 10);
        store.script(Fate.FAILS, Fate.LOSES_REPLY);

        assertThatIllegalStateException().isThrownBy(() -> store.allocate("order", 10, 0));
        assertThat(store.maxId("order")).isEqualTo(1);
        assertThatIllegalStateException().isThrownBy(() -> store.allocate("order", 10, 0));
        assertThat(store.allocate("order", 10, 0).first()).isEqualTo(11);
        assertThat(store.allocations()).isEqualTo(3);
    }

    @Test
    void outageFailsEveryCall() {
        store.put("order", 1, 10);
        store.goDown();

        assertThatIllegalStateException().isThrownBy(() -> store.allocate("order", 10, 0));
        assertThatIllegalStateException().isThrownBy(store::findAll);
        store.comeUp();

        assertThat(store.allocate("order", 10, 0).first()).isEqualTo(1);
        assertThat(store.calls()).isEqualTo(3);
    }
}
