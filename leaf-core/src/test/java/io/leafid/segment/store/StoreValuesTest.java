package io.leafid.segment.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.leafid.test.segment.InMemorySegmentStore;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoreValuesTest {

    @Test
    void liftTakesOneNumberOrMoreOfZeroOrMore() {
        assertThat(new Lift(1, 0, 0, 0).ceiling()).isZero();
        for (long[] wrong : new long[][] {{0, 0, 0, 0}, {1, -1, 0, 0}, {1, 0, -1, 0}, {1, 0, 0, -1}}) {
            assertThatIllegalArgumentException().isThrownBy(() -> new Lift(wrong[0], wrong[1], wrong[2], wrong[3]));
        }
    }

    @Test
    void liftIsTooHighIfItsRangeEndsAboveTheCeiling() {
        assertThat(new Lift(10, 0, 0, 10).isTooHigh()).isFalse();
        assertThat(new Lift(11, 0, 0, 10).isTooHigh()).isTrue();
        assertThat(new Lift(10, 0, 90, 100).isTooHigh()).isFalse();
        assertThat(new Lift(10, 0, 91, 100).isTooHigh()).isTrue();
        assertThat(Lift.none(7)).isEqualTo(new Lift(7, 0, 0, Long.MAX_VALUE));
    }

    @Test
    void recordIsOfTheDatabaseItselfOrOfASlot() {
        assertThat(new SlotRecord(true, 3, 4, "id").entry()).isEqualTo("own");
        assertThat(new SlotRecord(false, 3, 4, "id").entry()).isEqualTo("slot 3");
    }

    @Test
    void refusalTellsWhatItIsMadeOf() {
        SlotRefusedException refusal = new SlotRefusedException(
                SlotRefusedException.Reason.SLOT_TAKEN, "a", "slot 1 of 4", "it is another's", "take another one");

        assertThat(refusal)
                .hasMessage("database 'a' cannot grant ids as slot 1 of 4: it is another's; take another one");
        assertThat(refusal.reason()).isEqualTo(SlotRefusedException.Reason.SLOT_TAKEN);
        assertThat(refusal.database()).isEqualTo("a");
        assertThat(refusal.expected()).isEqualTo("slot 1 of 4");
        assertThat(refusal.found()).isEqualTo("it is another's");
        assertThat(refusal.remedy()).isEqualTo("take another one");
        assertThat(new CounterSetBackException("order", 7, 9).found()).isEqualTo(7);
    }

    @Test
    void storeIsCalledByItsClassAndAFailureIsNoOutageUnlessToldOtherwise() {
        StartFailures silent = failure -> failure;

        assertThat(new InMemorySegmentStore().name()).isEqualTo("InMemorySegmentStore");
        assertThat(silent.isOutage(new IllegalStateException("down"))).isFalse();
    }

    @Test
    void partOfARangeWithAStrideHasTheIdsAtItsPlaces() {
        AllocatedSegment range = new AllocatedSegment(3, 43, 4, 10);

        assertThat(range.part(2, 5)).isEqualTo(new AllocatedSegment(11, 31, 4, 10));
        assertThat(range.part(9, 1)).isEqualTo(new AllocatedSegment(39, 43, 4, 10));
        assertThatIllegalArgumentException().isThrownBy(() -> range.part(9, 2));
    }

    /** A floor of a single counter is where it must stand, and lifts nothing. */
    @Test
    void storeThatLiftsIsAskedByALift() {
        List<Object> asked = new ArrayList<>();
        AllocatedSegment range = new AllocatedSegment(900, 905, 10);
        LiftingSegmentStore store = (LiftingSegmentStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {LiftingSegmentStore.class}, (proxy, method, arguments) -> {
                    if (method.isDefault()) {
                        return InvocationHandler.invokeDefault(proxy, method, arguments);
                    }
                    asked.add(arguments[1]);
                    return range;
                });

        assertThat(store.allocate("order", 5, 900)).isEqualTo(range);
        assertThat(asked).containsExactly(new Lift(5, 900, 0, Long.MAX_VALUE));
    }
}
