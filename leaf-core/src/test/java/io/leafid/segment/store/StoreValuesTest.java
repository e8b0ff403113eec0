package io.leafid.segment.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.leafid.test.segment.InMemorySegmentStore;
import org.junit.jupiter.api.Test;

class StoreValuesTest {

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
}
