package io.leafid.segment.buffer;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.LeafEvent;
import io.leafid.RateExceededException;
import io.leafid.TagLimit;
import io.leafid.concurrent.TagGate;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.TagRow;
import io.leafid.time.BackOff;
import io.leafid.time.Deadline;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which groups of callers wake when an allocation ends, and what becomes of those that are left. Callers and threads are stepped by hand. */
class OrderedBufferTest {

    private final IdleBuffer idle = new IdleBuffer();
    private final OrderedBuffer buffer =
            new OrderedBuffer(idle.context(), (tag, deadline, unknown) -> {}, new TagRow("order", 9, 10), 0);

    @BeforeEach
    void makeRow() {
        idle.store().put("order", 9, 10);
    }

    private StoreCall<AllocationOutcome> begun() {
        return requireNonNull(buffer.allocator().ensureStarted(0));
    }

    @Test
    void rangeIsGrantedThroughTheGateAndNotTakenBack() {
        TagGate gate = new TagGate("order", idle.time());
        gate.set(new TagLimit(true, 5L));
        TagBuffer limited = buffer.limitedBy(gate);
        Deadline deadline = Deadline.in(Duration.ofSeconds(1), idle.time());
        idle.loader().runAtOnce();

        assertThat(limited.grant(5, 0, deadline)).isEqualTo(new AllocatedSegment(9, 14, 10));
        assertThatThrownBy(() -> limited.grant(1, 0, deadline)).isInstanceOf(RateExceededException.class);
        assertThat(limited.takeBack(9, 14)).isFalse();
    }

    @Test
    void nothingThatComesIsASegment() {
        assertThat(buffer.accept(new AllocationOutcome.Failed(new IllegalStateException("down"))))
                .isEqualTo(AllocationOutcome.Effect.NO_SEGMENT);
    }

    @Test
    void callHasTheTimeThatCallersWait() {
        assertThat(idle.context().allocationDeadline().limit()).isEqualTo(AllocationSettings.DEFAULT.waitTimeout());
    }

    /** Else none would ever begin again. */
    @Test
    void allocationThatNoCallerNeedsAnyMoreMakesRoomForTheNext() {
        CallerGroup left = buffer.groupsToJoin().join(1, 0, 10);
        StoreCall<AllocationOutcome> call = begun();
        buffer.groups().leave(left, 1);
        idle.loader().runAll();

        assertThat(call.isFinished()).isTrue();
        assertThat(call.result()).isNull();
        assertThat(buffer.allocator().isRunning()).isFalse();
        assertThat(idle.store().maxId("order")).as("nothing was allocated").isEqualTo(9);

        CallerGroup next = buffer.groupsToJoin().join(1, 0, 10);
        begun();
        idle.loader().runAll();
        assertThat(next.claim(1)).isNotNull();
    }

    @Test
    void endOfAnAllocationWakesItsGroupAndBeginsTheNextForTheOneThatFormedMeanwhile() {
        CallerGroup asked = buffer.groupsToJoin().join(1, 0, 10);
        begun();
        CallerGroup[] formed = new CallerGroup[1];
        idle.beforeAllocation(() -> formed[0] = buffer.groupsToJoin().join(2, 0, 10));
        idle.loader().runNext();
        idle.beforeAllocation(() -> {});

        assertThat(asked.isEnded()).isTrue();
        assertThat(asked.claim(1)).isNotNull();
        assertThat(formed[0].isEnded()).as("its ids are on their way").isFalse();
        assertThat(idle.loader().queued()).isEqualTo(1);

        idle.loader().runAll();
        assertThat(formed[0].isEnded()).isTrue();
        assertThat(formed[0].claim(2)).isEqualTo(new AllocatedSegment(10, 12, 10));
    }

    /** Else it would wait to its deadline for an allocation that no thread begins. */
    @Test
    void callerThatJoinsWhileTheTagGoesAndAnAllocationEndsIsWoken() {
        buffer.groupsToJoin().join(1, 0, 10);
        begun();
        CallerGroup[] formed = new CallerGroup[1];
        idle.beforeAllocation(() -> {
            buffer.retire();
            formed[0] = buffer.groupsToJoin().join(2, 0, 10);
        });
        idle.loader().runAll();

        assertThat(formed[0].isEnded()).isTrue();
        assertThat(formed[0].claim(2)).isNull();
    }

    @Test
    void endOfAnAllocationBeginsNoneWhereNoCallerWaits() {
        buffer.groupsToJoin().join(1, 0, 10);
        begun();
        idle.loader().runAll();

        assertThat(buffer.allocator().isRunning()).isFalse();
        assertThat(idle.store().maxId("order")).isEqualTo(10);
    }

    /** They decide by themselves whether they have the patience. */
    @Test
    void callersAreWokenWhenTheStoreIsLeftAloneForLongerThanTheyMayWait() {
        idle.store().goDown();
        for (int failures = 0; failures < 20; failures++) {
            buffer.groupsToJoin().join(1, 0, 10);
            begun();
            idle.loader().runAll();
            idle.time().advance(BackOff.LONGEST);
        }
        CallerGroup asked = buffer.groupsToJoin().join(1, 0, 10);
        begun();
        CallerGroup[] formed = new CallerGroup[1];
        idle.beforeChance(() -> formed[0] =
                buffer.groupsToJoin().join(1, 0, 10)); // while the pause is drawn, behind the end of the group
        idle.loader().runAll();

        assertThat(asked.isEnded()).isTrue();
        assertThat(formed[0].isEnded()).isTrue();
        assertThat(formed[0].claim(1)).isNull();
        assertThat(idle.loader().queued()).isZero();
        assertThat(buffer.demand().isDue()).isFalse();
    }

    @Test
    @Timeout(
            value = 20,
            threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // without the limit it waits for an allocation
    void limitHoldsForThisBufferAndNoOtherStandsForIt() {
        TagGate gate = new TagGate("order", idle.time());
        gate.set(new TagLimit(true, 1L));

        assertThat(buffer.limitedBy(gate)).isSameAs(buffer);
        assertThatThrownBy(() -> buffer.next(1_000)).isInstanceOf(RateExceededException.class);
        assertThat(buffer.waits().status().waiting()).isZero();
        assertThat(buffer.demand().isDue()).isFalse();
    }

    /** Else the first allocation of a run would serve what an earlier run has handed out. */
    @Test
    void rowBelowWhatEarlierRunsHaveNotedIsLookedAtBeforeItIsMoved() {
        assertThat(ofNotedEnd(10).allocator().history().failures().rewound()).isTrue();
        assertThat(ofNotedEnd(9).allocator().history().failures().rewound()).isFalse();
    }

    private OrderedBuffer ofNotedEnd(long notedEnd) {
        return new OrderedBuffer(idle.context(), (tag, deadline, unknown) -> {}, new TagRow("order", 9, 10), notedEnd);
    }

    @Test
    void rowThatWasSetBackIsReportedWithTheRangeThatItOffers() {
        ofNotedEnd(50).reportSetBack(new TagRow("order", 9, 10));

        assertThat(idle.events())
                .singleElement()
                .isEqualTo(new LeafEvent.SegmentRefused(idle.time().now(), "order", 9, 19, 50));
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void timeThatACallHasWaitedIsCounted() throws InterruptedException {
        idle.time().advance(Duration.ofSeconds(30)); // so that a sum is not taken for a difference
        Thread caller = new Thread(buffer::next);
        caller.start();
        while (idle.loader().queued() == 0) {
            Thread.onSpinWait();
        }
        idle.time().advance(Duration.ofMillis(20));
        assertThat(buffer.waits().status().waiting()).isEqualTo(1);
        idle.loader().runAll();
        caller.join();

        assertThat(buffer.waits().status().waiting()).isZero();
        assertThat(buffer.waits().status().count()).isEqualTo(1);
        assertThat(buffer.waits().status().nanos())
                .isEqualTo(buffer.waits().status().longestNanos())
                .isEqualTo(Duration.ofMillis(20).toNanos());
    }
}
