package io.leafid.segment.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.TagRow;
import org.junit.jupiter.api.Test;

/** The groups in which callers wait whose ids are allocated after their calls began. */
class OrderedReserveTest {

    private final OrderedReserve reserve = new OrderedBuffer(
            new IdleBuffer().context(), (tag, deadline, unknown) -> {}, new TagRow("order", 0, 10), 0);

    private static StoreCall<AllocationOutcome> call() {
        return new StoreCall<>(0, ended -> {});
    }

    private static AllocationOutcome allocated(long first, long end) {
        return new AllocationOutcome.Allocated(new AllocatedSegment(first, end, 10), 10, 0.1, 0);
    }

    @Test
    void groupGrowsUntilTheStoreIsAskedForIt() {
        CallerGroup group = reserve.join(2, 5);
        assertThat(reserve.join(3, 5)).isSameAs(group);
        CallerGroup next = reserve.join(1, 5);

        assertThat(next).as("more than one allocation should take").isNotSameAs(group);
        assertThat(reserve.isWaiting(group)).isTrue();
        assertThat(reserve.begin(call(), 0, 0)).isEqualTo(5);
        assertThat(reserve.isWaiting(group)).isFalse();
        assertThat(reserve.isWaiting(next)).isTrue();
        assertThat(reserve.accept(allocated(10, 15))).isFalse();
        reserve.wake();
        assertThat(group.isEnded()).isTrue();
        assertThat(next.isEnded()).isFalse();
    }

    @Test
    void callThatTookTooLongTakesNoGroup() {
        CallerGroup group = reserve.join(2, 5);
        StoreCall<AllocationOutcome> late = call();
        late.settle();

        assertThat(reserve.begin(late, 0, 0)).isZero();
        assertThat(reserve.isWaiting(group)).isTrue();
    }

    /** What the store is asked for next is for those who come then. */
    @Test
    void failureEndsAllGroupsAndLeavesNone() {
        CallerGroup asked = reserve.join(2, 5);
        reserve.begin(call(), 0, 0);
        CallerGroup waiting = reserve.join(3, 5);
        assertThat(reserve.accept(new AllocationOutcome.Failed(new IllegalStateException("down"))))
                .isFalse();
        reserve.wake();

        assertThat(asked.isEnded()).isTrue();
        assertThat(waiting.isEnded()).isTrue();
        assertThat(reserve.isWaiting(waiting)).isFalse();
        assertThat(reserve.demand().isDue()).isFalse();
        assertThat(reserve.begin(call(), 0, 0)).isZero();
    }

    @Test
    void groupThatAllHaveLeftIsNone() {
        CallerGroup group = reserve.join(2, 5);
        reserve.join(3, 5);
        reserve.leave(group, 2);
        assertThat(group.wanted()).isEqualTo(3);
        assertThat(reserve.isWaiting(group)).isTrue();
        reserve.leave(group, 3);
        assertThat(reserve.isWaiting(group)).isFalse();

        CallerGroup asked = reserve.join(2, 5);
        reserve.begin(call(), 0, 0);
        reserve.leave(asked, 2);
        assertThat(asked.wanted()).as("asked for already").isEqualTo(2);
    }

    @Test
    void retirementWakesAllWhoWait() {
        CallerGroup group = reserve.join(2, 5);
        assertThat(reserve.retire()).isEmpty();

        assertThat(group.isEnded()).isTrue();
        assertThat(reserve.isWaiting(group)).isFalse();
    }
}
