package io.leafid.segment.buffer;

import static io.leafid.segment.buffer.Claims.NONE;
import static io.leafid.segment.buffer.Claims.next;
import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import io.leafid.concurrent.TagGate;
import io.leafid.segment.status.SegmentRange;
import io.leafid.segment.step.Demand;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * What a ids hands out beside a retirement. A caller on another thread is stepped by hand: it has read the current segment
 * and claims from it later.
 */
class SegmentChainTest {

    private static final double DUE_AT_ONCE = -1;

    private final SegmentBuffer ids = new IdleBuffer().buffer();

    /** A caller that has moved on may lose the processor before it claims anything of the next segment. */
    @Test
    void endOfWhatWasIssuedIsKnownWhileTheNextSegmentIsUntouched() {
        ids.segments().append(new AllocatedSegment(10, 12, 10), DUE_AT_ONCE);
        ids.segments().append(new AllocatedSegment(20, 30, 10), DUE_AT_ONCE);
        Segment usedUp = ids.segments().current();
        usedUp.claim(new long[2], 0);
        assertThat(ids.segments().advanceFrom(usedUp)).isTrue();
        assertThat(ids.issuedEnd()).isEqualTo(12);

        assertThat(ids.retire()).contains(new SegmentRange(20, 30));
        assertThat(ids.issuedEnd()).isEqualTo(12);
    }

    /** What it gives back may be granted again, below the end of its segment. */
    @Test
    void callerThatFindsASegmentUsedUpByARetirementDoesNotCountItAsIssued() {
        ids.segments().append(new AllocatedSegment(10, 20, 10), DUE_AT_ONCE);
        ids.segments().append(new AllocatedSegment(20, 30, 10), DUE_AT_ONCE);
        Segment readByCaller = ids.segments().current();
        assertThat(ids.retire()).contains(new SegmentRange(10, 30));
        assertThat(ids.segments().advanceFrom(readByCaller)).isTrue();

        assertThat(ids.segments().current()).isEqualTo(Segment.EMPTY);
        assertThat(ids.issuedEnd()).isZero();
    }

    @Test
    void callerThatReadTheSegmentBeforeARetirementClaimsNothingAfterIt() {
        ids.segments().append(new AllocatedSegment(10, 20, 10), DUE_AT_ONCE);
        Segment readByCaller = ids.segments().current();
        assertThat(next(readByCaller)).isEqualTo(10);

        assertThat(ids.retire()).contains(new SegmentRange(11, 20));
        assertThat(next(readByCaller)).isEqualTo(NONE);
        assertThat(readByCaller.claim(new long[5], 0)).isZero();
    }

    @Test
    void idClaimedBetweenTheReadingAndTheRetirementIsNotGivenBack() {
        ids.segments().append(new AllocatedSegment(10, 12, 10), DUE_AT_ONCE);
        Segment readByCaller = ids.segments().current();
        assertThat(next(readByCaller)).isEqualTo(10);
        assertThat(next(readByCaller)).isEqualTo(11);

        assertThat(ids.retire()).isEmpty();
        assertThat(ids.issued()).isEqualTo(2);
        assertThat(ids.issuedEnd()).isEqualTo(12);
    }

    @Test
    void callerThatSawTheSuccessorBeforeARetirementDoesNotMoveOnToIt() {
        ids.segments().append(new AllocatedSegment(10, 11, 10), DUE_AT_ONCE);
        ids.segments().append(new AllocatedSegment(20, 30, 10), DUE_AT_ONCE);
        Segment readByCaller = ids.segments().current();
        assertThat(next(readByCaller)).isEqualTo(10);

        assertThat(ids.retire()).contains(new SegmentRange(20, 30));
        assertThat(ids.segments().advanceFrom(readByCaller)).isTrue();
        assertThat(ids.segments().current())
                .as("the caller looks again and finds nothing")
                .isSameAs(Segment.EMPTY);
        assertThat(next(ids.segments().current())).isEqualTo(NONE);
    }

    @Test
    void segmentThatComesAfterARetirementIsBurnt() {
        ids.retire();
        ids.segments().append(new AllocatedSegment(10, 20, 10), DUE_AT_ONCE);

        assertThat(ids.segments().hasIds()).isFalse();
        assertThat(ids.segments().current()).isSameAs(Segment.EMPTY);
        assertThat(ids.issued()).isZero();
    }

    /** What a step grows by at once: callers stood and waited for this range. */
    @Test
    void rangeThatCallersWaitedForIsToldFromOneThatCameInTime() {
        assertThat(accepted(10, 20)).as("the first").isEqualTo(AllocationOutcome.Effect.LATE_SEGMENT);
        assertThat(accepted(20, 30)).as("ids are left").isEqualTo(AllocationOutcome.Effect.SEGMENT);
        ids.segments().current().claim(new long[10], 0);
        ids.segments().advanceFrom(ids.segments().current());
        ids.segments().current().claim(new long[10], 0);
        assertThat(accepted(30, 40)).as("all are used up").isEqualTo(AllocationOutcome.Effect.LATE_SEGMENT);
        assertThat(ids.accept(new AllocationOutcome.Failed(new IllegalStateException("down"))))
                .isEqualTo(AllocationOutcome.Effect.NO_SEGMENT);

        SegmentBuffer limited = new IdleBuffer().buffer();
        limited.limitedBy(new TagGate("order", TimeSource.system()));
        assertThat(limited.segments().append(new AllocatedSegment(10, 20, 10), DUE_AT_ONCE))
                .isTrue();
    }

    /** A tag whose ids are only granted to clients has no segment. */
    @Test
    void rangeThatAGroupTakesWhollyIsNoSegment() {
        ids.groupsToJoin().join(10, 0, 10);
        ids.groups().begin(new StoreCall<>(0, ended -> {}), 0, 10);

        assertThat(accepted(10, 20)).isEqualTo(AllocationOutcome.Effect.NO_SEGMENT);
        assertThat(ids.segments().hasIds()).isFalse();
    }

    /** The counter cannot be moved back over what was granted above it. */
    @Test
    void restBelowWhatWasGrantedIsNotGivenBack() {
        ids.segments().append(new AllocatedSegment(10, 20, 10), DUE_AT_ONCE);
        ids.groupsToJoin().remember(new AllocatedSegment(20, 30, 10));

        assertThat(ids.retire()).isEmpty();
    }

    @Test
    void callersThatWaitForAGroupAreWokenByARetirement() {
        CallerGroup group = ids.groupsToJoin().join(10, 0, 10);
        ids.retire();

        assertThat(group.isEnded()).isTrue();
    }

    @Test
    void wayOfACallerWhoKeepsItLeadsToTheSegmentsUnlessThereIsALimit() {
        assertThat(ids.sequence()).isSameAs(ids.segments());

        TagBuffer limited = ids.limitedBy(new TagGate("order", TimeSource.system()));
        assertThat(limited.sequence()).isSameAs(limited);
    }

    /** The other one has taken the segment away, and has not noted yet how much of it was handed out. */
    @Test
    void endOfARunWaitsForARetirementThatIsUnderWay() {
        IdleBuffer idle = new IdleBuffer();
        idle.buffer().enterIndex();
        Thread other = new Thread(idle.buffer()::retire);
        synchronized (idle.context().index()) {
            other.start();
            while (other.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
            idle.time()
                    .after(
                            Duration.ofNanos(1),
                            () -> letGoOn(other, idle.context().index()));
            idle.buffer().retire(new SegmentUnavailableException("stopped", null));

            assertThat(other.isAlive()).isFalse();
        }
    }

    /** Lets go of the lock until the thread has ended. */
    private static void letGoOn(Thread other, Object lock) {
        try {
            while (other.isAlive()) {
                lock.wait(1);
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private AllocationOutcome.Effect accepted(long first, long end) {
        return ids.accept(new AllocationOutcome.Allocated(new AllocatedSegment(first, end, 10), 10, DUE_AT_ONCE, 0));
    }

    @Test
    void retirementOfAnUntouchedSegmentIssuesNothing() {
        ids.segments().append(new AllocatedSegment(10, 20, 10), DUE_AT_ONCE);

        assertThat(ids.retire()).contains(new SegmentRange(10, 20));
        assertThat(ids.issuedEnd()).isZero();
    }

    @Test
    void unknownTagRetiresAndAnotherRefusalDoesNot() {
        ids.segments().append(new AllocatedSegment(10, 20, 10), DUE_AT_ONCE);
        ids.accept(new AllocationOutcome.Failed(new IllegalStateException("down")));
        assertThat(ids.isRetired()).isFalse();
        assertThat(ids.demand().left()).isEqualTo(10);

        ids.accept(AllocationOutcome.Refused.byStore(new UnknownTagException("order", "no row", null)));
        assertThat(ids.isRetired()).isTrue();
        assertThat(ids.demand()).isEqualTo(new Demand(false, 0, 0, false));
    }

    /**
     * The retirement is announced before it takes away what is there: else an allocation that ends in between finds an empty
     * chain that is not retired. So many segments are there that taking them away takes a while.
     */
    @Test
    void segmentThatComesWhileARetirementTakesTheOthersAwayIsBurnt() throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            SegmentBuffer longOne = new IdleBuffer().buffer();
            appendSingleIds(longOne.segments(), 20_000);
            CountDownLatch watching = new CountDownLatch(1);
            Thread allocation = new Thread(() -> {
                watching.countDown();
                while (longOne.segments().current() != Segment.EMPTY) {
                    Thread.onSpinWait();
                }
                longOne.segments().append(new AllocatedSegment(30_000, 30_001, 1), DUE_AT_ONCE);
            });
            allocation.start();
            watching.await();

            assertThat(longOne.retire()).contains(new SegmentRange(0, 20_000));
            allocation.join();

            assertThat(longOne.segments().hasIds()).isFalse();
        }
    }

    private static void appendSingleIds(SegmentChain chain, int ids) {
        chain.append(new AllocatedSegment(0, 1, 1), DUE_AT_ONCE);
        Segment last = chain.current();
        for (int i = 1; i < ids; i++) {
            Segment next = Segment.after(last, new AllocatedSegment(i, i + 1, 1), DUE_AT_ONCE);
            last.setSuccessor(next);
            last = next;
        }
    }

    /**
     * The ids of a buffer that another one stands for are smaller than those of the other. What its last allocation brings need
     * not be, so a caller must not see it for a moment either.
     */
    @Test
    void segmentThatComesAfterALimitIsNeverSeen() throws InterruptedException {
        SegmentBuffer limited = new IdleBuffer().buffer();
        limited.limitedBy(new TagGate("order", TimeSource.system()));
        CountDownLatch watching = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        AtomicLong seen = new AtomicLong();
        Thread caller = new Thread(() -> {
            watching.countDown();
            while (!ended.get()) {
                seen.addAndGet(next(limited.segments().current()) == NONE ? 0 : 1);
            }
        });
        caller.start();
        watching.await();
        for (int i = 0; i < 2_000_000; i++) {
            limited.segments().append(new AllocatedSegment(10, 20, 10), DUE_AT_ONCE);
        }
        ended.set(true);
        caller.join();

        assertThat(seen).hasValue(0);
        assertThat(limited.segments().hasIds()).isFalse();
    }

    /** Else a stop beside a caller that has just moved on notes less than was handed out. */
    @Test
    void endOfWhatWasIssuedNeverFallsWhileCallersMoveOn() throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            SegmentChain chain = new IdleBuffer().buffer().segments();
            appendSingleIds(chain, 20_000);
            CountDownLatch watching = new CountDownLatch(1);
            AtomicLong falls = new AtomicLong();
            Thread reader = new Thread(() -> {
                watching.countDown();
                for (long before = 0, end = 0; end < 20_000; before = end) {
                    end = chain.issuedEnd();
                    falls.addAndGet(end < before ? 1 : 0);
                }
            });
            reader.start();
            watching.await();
            do {
                next(chain.current());
            } while (chain.advanceFrom(chain.current()));
            reader.join();

            assertThat(falls).hasValue(0);
        }
    }

    @Test
    void retirementAfterALimitOpensNothing() {
        SegmentBuffer limited = new IdleBuffer().buffer();
        limited.limitedBy(new TagGate("order", TimeSource.system()));

        assertThat(limited.isRetired()).isTrue();
        assertThat(limited.demand().isDue()).as("the other buffer allocates").isFalse();
        assertThat(limited.retire()).isEmpty();
        limited.segments().append(new AllocatedSegment(10, 20, 10), DUE_AT_ONCE);
        assertThat(limited.issued()).isZero();
        assertThat(next(limited.segments().current())).isEqualTo(NONE);
    }

    @Test
    void segmentsAreHandedOutInTheOrderInWhichTheyCame() {
        for (long first = 10; first < 40; first += 10) {
            ids.segments().append(new AllocatedSegment(first, first + 1, 10), DUE_AT_ONCE);
        }
        for (long first = 10; first < 40; first += 10) {
            Segment current = ids.segments().current();
            assertThat(next(current)).isEqualTo(first);
            assertThat(ids.segments().advanceFrom(current)).isEqualTo(first < 30);
        }
    }
}
