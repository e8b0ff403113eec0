package io.leafid.segment.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.TagRow;
import io.leafid.testing.CapturedLog;
import io.leafid.time.BackOff;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When the store is asked, and what becomes of its answer. Callers and threads are stepped by hand. */
class SegmentAllocatorTest {

    private static final Duration LIMIT = AllocationSettings.DEFAULT.loadTimeout();

    private final IdleBuffer idle = new IdleBuffer();
    private final SegmentAllocator allocator = idle.buffer().allocator();

    @BeforeEach
    void makeRow() {
        idle.store().put("order", 10, 10);
        idle.buffer().segments().wantFirst(Segment.EMPTY);
    }

    @Test
    void oneCallAtATimeIsUnderWayAndAllWhoAskGetIt() {
        StoreCall<AllocationOutcome> call = allocator.ensureStarted(0);

        assertThat(call).isNotNull();
        assertThat(allocator.ensureStarted(0)).isSameAs(call);
        assertThat(allocator.isRunning()).isTrue();
        idle.loader().runAll();
        assertThat(call.result()).isInstanceOf(AllocationOutcome.Allocated.class);
        assertThat(allocator.isRunning()).isFalse();
        assertThat(allocator.ensureStarted(0)).as("nothing was used of it yet").isNull();
    }

    @Test
    void healthyStoreIsNotComplainedOf() {
        try (CapturedLog log = new CapturedLog("io.leafid.segment")) {
            allocator.ensureStarted(0);
            idle.loader().runAll();

            assertThat(log.warnings()).isEmpty();
        }
    }

    @Test
    void callerWhoHasPatienceLetsTheNextAttemptBeginWhenItIsDue() {
        idle.store().goDown();
        allocator.ensureStarted(0);
        idle.loader().runAll();
        assertThat(allocator.ensureStarted(0)).as("it backs off").isNull();

        StoreCall<AllocationOutcome> call =
                allocator.ensureStarted(Duration.ofSeconds(1).toNanos());
        assertThat(call).isNotNull();
        assertThat(idle.loader().queued()).isZero();
        idle.store().comeUp();
        idle.time().advance(BackOff.FIRST);
        idle.loader().runAll();

        assertThat(call.result()).isInstanceOf(AllocationOutcome.Allocated.class);
        assertThat(allocator.history().failures().inARow()).isZero();
    }

    /** The store has granted the range, and its callers have been told that it did not: so it is handed out to none. */
    @Test
    void answerThatComesTooLateIsBurntAndSaid() {
        try (CapturedLog log = new CapturedLog("io.leafid.segment")) {
            idle.beforeAllocation(() -> idle.time().advance(LIMIT));
            allocator.ensureStarted(0);
            idle.loader().runAll();

            assertThat(log.warnings())
                    .filteredOn(
                            "tag 'order': the store has granted [10, 20) after its time; these 10 ids are discarded"
                                    ::equals)
                    .hasSize(1);
        }
        assertThat(idle.buffer().segments().hasIds()).isFalse();
    }

    /** Two threads may hang in the store, no more; those that have come back count no longer. */
    @Test
    void callsThatHungAreForgottenWhenTheyHaveComeBack() {
        AtomicInteger asked = new AtomicInteger();
        idle.beforeAllocation(() -> {
            asked.incrementAndGet();
            idle.time().advance(LIMIT);
        });
        for (int i = 0; i < 5; i++) {
            allocator.ensureStarted(0);
            idle.loader().runAll();
            idle.time().advance(BackOff.LONGEST);
        }
        assertThat(asked).hasValue(5);
        idle.beforeAllocation(() -> {});
        allocator.ensureStarted(0);
        idle.loader().runAll();

        assertThat(allocator.history().allocations()).isEqualTo(1);
    }

    /** It is none of the exceptions that a store throws that has answered: an id service would ask one that hangs about the row. */
    @Test
    void callThatIsNotMadeWhileTwoHangIsNoAnswerOfTheStore() {
        AtomicInteger asked = new AtomicInteger();
        idle.beforeAllocation(() -> {
            asked.incrementAndGet();
            idle.time().advance(LIMIT.plus(BackOff.LONGEST));
            allocator.ensureStarted(0); // while this one still hangs
            idle.loader().runAll();
        });
        allocator.ensureStarted(0);
        idle.loader().runAll();

        assertThat(asked).hasValue(2);
        assertThat(allocator.history().failures().last())
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessage("2 earlier allocations still hang in the store");
    }

    /** What is under way was told to begin above the end that would be taken back. */
    @Test
    void nothingIsTakenBackWhileAnAllocationIsUnderWay() {
        idle.buffer().groupsToJoin().remember(new AllocatedSegment(10, 20, 10));
        allocator.resume(20);
        StoreCall<AllocationOutcome> call = allocator.ensureStarted(0);
        assertThat(idle.buffer().takeBack(15, 20)).isFalse();
        assertThat(allocator.history().highestEnd()).isEqualTo(20);

        assertThat(call).isNotNull();
        idle.store().goDown();
        idle.loader().runAll();
        assertThat(idle.buffer().takeBack(15, 20)).isTrue();
        assertThat(allocator.history().highestEnd()).isEqualTo(15);
    }

    /** A segment behind it came of the same allocation, and is handed out. */
    @Test
    void nothingIsTakenBackOfWhatWasNotGrantedLast() {
        idle.buffer().groupsToJoin().remember(new AllocatedSegment(10, 20, 10));
        allocator.resume(30);

        assertThat(idle.buffer().takeBack(15, 20)).isFalse();
        assertThat(allocator.history().highestEnd()).isEqualTo(30);
    }

    @Test
    void pauseThatWasLongForTheSakeOfAReserveIsShortWhenThatIsUsedUp() {
        allocator.ensureStarted(0);
        idle.loader().runAll();
        idle.buffer().segments().current().claim(new long[2], 0);
        idle.time().advance(Duration.ofMinutes(10));
        idle.store().goDown();
        allocator.ensureStarted(0);
        idle.loader().runAll();
        long now = idle.time().nanoTime();
        assertThat(allocator.nanosToRetry(now)).isGreaterThan(BackOff.LONGEST.toNanos());

        idle.buffer().segments().current().claim(new long[8], 0);
        assertThat(allocator.nanosToRetry(now)).isLessThanOrEqualTo(BackOff.FIRST.toNanos());
    }

    @Test
    void rowsStepIsFollowedIfItIsOne() {
        for (long step : new long[] {1, TagRow.MAX_STEP}) {
            idle.store().put("order", idle.store().maxId("order"), step);
            idle.buffer().segments().current().claim(new long[1_000], 0);
            allocator.ensureStarted(0);
            idle.loader().runAll();
            idle.buffer().segments().advanceFrom(idle.buffer().segments().current());

            assertThat(allocator.configuredStep()).isEqualTo(step);
        }
    }
}
