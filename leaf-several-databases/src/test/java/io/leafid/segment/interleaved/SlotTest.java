package io.leafid.segment.interleaved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.leafid.segment.store.AllocatedSegment;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SlotTest {

    @Test
    void eachNumberIsOneIdOfTheSlotAndTheFloorOfAnIdIsTheNextOneOfIt() {
        Random random = new Random(14);
        for (int i = 0; i < 20_000; i++) {
            int slots = 1 + random.nextInt(1024);
            Slot slot = new Slot(random.nextInt(slots), slots);
            long number = (long) (random.nextDouble() * slot.ceiling());
            long id = slot.id(number);
            long between = (number == 0) ? 0 : id - random.nextInt(slots);

            assertThat(slot.owns(id)).isTrue();
            assertThat(slot.numberOf(id)).isEqualTo(number);
            assertThat(slot.numberOf(between)).as("%d in %s", between, slot).isEqualTo(number);
        }
    }

    @Test
    void noIdPassesTheLargestNumber() {
        for (int slots = 1; slots <= 1024; slots++) {
            Slot last = new Slot(slots - 1, slots);

            assertThat(last.id(last.ceiling())).isPositive();
            assertThat(Math.multiplyHigh(last.ceiling() + 1, slots) != 0
                            || (last.ceiling() + 1) * slots + last.slot() < 0)
                    .isTrue();
            assertThat(last.numberOf(Long.MAX_VALUE) - last.ceiling()).isBetween(0L, 1L);
        }
    }

    @Test
    void rangeOfNumbersIsARangeOfIdsAStrideApart() {
        assertThat(new Slot(3, 4).ids(new AllocatedSegment(10, 15, 5))).isEqualTo(new AllocatedSegment(43, 63, 4, 5));
    }

    @Test
    void slotOutOfRangeIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Slot(4, 4));
        assertThatIllegalArgumentException().isThrownBy(() -> new Slot(-1, 4));
        assertThatIllegalArgumentException().isThrownBy(() -> new Slot(0, 1025));
    }
}
