package io.leafid.segment.buffer;

import static io.leafid.segment.buffer.Claims.NONE;
import static io.leafid.segment.buffer.Claims.next;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.leafid.segment.store.AllocatedSegment;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SegmentTest {

    @Test
    void handsOutEveryIdOfItsRangeOnceAndThenNone() {
        Segment segment = segment(10, 15);

        assertThat(LongStream.generate(() -> next(segment)).limit(7))
                .containsExactly(10L, 11L, 12L, 13L, 14L, NONE, NONE);
        assertThat(segment.claimed()).isEqualTo(5);
        assertThat(segment.remaining()).isZero();
    }

    @Test
    void aRunTakesWhatIsLeftAndLosesNoTail() {
        Segment segment = segment(10, 15);
        long[] ids = new long[7];

        assertThat(segment.claim(ids, 4)).isEqualTo(3);
        assertThat(ids).containsExactly(0, 0, 0, 0, 10, 11, 12);
        assertThat(segment.claim(ids, 0)).isEqualTo(2);
        assertThat(ids).startsWith(13, 14);
        assertThat(segment.claim(ids, 0)).isZero();
    }

    @Test
    void idsOfOneDatabaseAmongSeveralAreAStrideApart() {
        Segment segment = Segment.of(null, new AllocatedSegment(43, 43 + 5 * 4, 4, 5), 0.5);
        long[] ids = new long[2];

        assertThat(next(segment)).isEqualTo(43);
        assertThat(segment.claim(ids, 0)).isEqualTo(2);
        assertThat(ids).containsExactly(47, 51);
        assertThat(segment.isQuietAt(1)).as("47").isTrue();
        assertThat(segment.isQuietAt(2)).as("51").isFalse();
        assertThat(segment.remaining()).isEqualTo(2);
        assertThat(segment.claimRest()).isEqualTo(55);
        assertThat(segment.below(55)).isEqualTo(3);
        assertThat(segment.idAt(3)).isEqualTo(55);
        assertThat(segment.end()).isEqualTo(63);
        assertThat(next(segment)).isEqualTo(NONE);
        assertThat(segment.range(55, 63).size()).isEqualTo(2);
    }

    @Test
    void nextOneIsWantedAtTheLastIdAtTheLatest() {
        Segment segment = Segment.of(null, new AllocatedSegment(10, 15, 5), 1);

        assertThat(segment.isQuietAt(3)).isTrue();
        assertThat(segment.isQuietAt(4)).isFalse();
    }

    @Test
    void servesTheLastIdsBelowTheLargestNumber() {
        Segment segment = segment(Long.MAX_VALUE - 2, Long.MAX_VALUE);
        long[] ids = new long[1_000];

        assertThat(next(segment)).isEqualTo(Long.MAX_VALUE - 2);
        assertThat(segment.claim(ids, 0)).isEqualTo(1);
        assertThat(ids[0]).isEqualTo(Long.MAX_VALUE - 1);
        assertThat(next(segment)).isEqualTo(NONE);
        assertThat(segment.claimRest()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aUsedUpRangeAtTheLargestNumberStillWantsASuccessor() {
        Segment segment = segment(Long.MAX_VALUE - 2, Long.MAX_VALUE);
        long[] ids = new long[1_000];
        segment.claim(ids, 0);

        assertThat(segment.wantsSuccessor()).isTrue();
    }

    @Test
    void aUsedUpRangeIsNotCountedFurtherByRunsSoThatTheCounterCannotOverflow() {
        Segment segment = segment(0, 3);
        long[] ids = new long[1_000_000];
        segment.claim(ids, 0);
        long counted = segment.get();

        for (int i = 0; i < 10; i++) {
            assertThat(segment.claim(ids, 0)).isZero();
        }
        assertThat(segment.get()).isEqualTo(counted);
    }

    @Test
    void theRestIsOutOfReachOnceItIsClaimed() {
        Segment segment = segment(10, 15);
        segment.claim();

        assertThat(segment.claimRest()).isEqualTo(11);
        assertThat(next(segment)).isEqualTo(NONE);
        assertThat(segment.claimRest()).isEqualTo(15);
    }

    @Test
    void prefetchIsDueWithTheIdAfterTheShare() {
        Segment segment = Segment.of(null, new AllocatedSegment(1, 1_001, 1_000), 0.1);

        for (int i = 0; i < 100; i++) {
            assertThat(segment.isQuietAt(segment.claim())).isTrue();
        }
        assertThat(segment.wantsSuccessor()).as("after 100 ids").isFalse();
        assertThat(segment.isQuietAt(segment.claim())).as("the 101st id").isFalse();
        assertThat(segment.wantsSuccessor()).isTrue();
    }

    @Test
    void aRunIsJudgedAsTheSameNumberOfSingleClaims() {
        Segment segment = Segment.of(null, new AllocatedSegment(1, 1_001, 1_000), 0.1);

        segment.claim(new long[100], 0);
        assertThat(segment.wantsSuccessor()).as("after 100 ids").isFalse();
        segment.claim(new long[1], 0);
        assertThat(segment.wantsSuccessor()).as("after 101 ids").isTrue();
    }

    @Test
    void theShareIsReachedInTheSmallestSegmentsToo() {
        assertThat(Segment.of(null, new AllocatedSegment(5, 6, 1), 0.99).isQuietAt(0))
                .isFalse();
        assertThat(Segment.of(null, new AllocatedSegment(5, 7, 1), 0.99).isQuietAt(1))
                .isFalse();
        assertThat(Segment.of(null, new AllocatedSegment(5, 7, 1), 0).isQuietAt(0))
                .isFalse();
    }

    @Test
    void noSuccessorIsWantedOnceThereIsOne() {
        Segment segment = segment(0, 10);
        segment.setSuccessor(segment(10, 20));
        segment.claimRest();

        assertThat(segment.wantsSuccessor()).isFalse();
    }

    @Test
    void everyPlaceIsQuietOnceThereIsASuccessorAndNoneBeyondTheSize() {
        Segment segment = segment(0, 10);
        segment.setSuccessor(segment(10, 20));

        assertThat(segment.isQuietAt(9)).isTrue();
        assertThat(segment.isQuietAt(10)).isFalse();
        assertThat(Segment.EMPTY.isQuietAt(0)).isFalse();
    }

    @Test
    void aSuccessorBeginsAtOrAboveTheEnd() {
        assertThatIllegalStateException()
                .isThrownBy(() -> segment(10, 20).setSuccessor(segment(19, 30)))
                .withMessage("segment [10, 20) cannot be followed by [19, 30)");
    }

    @Test
    void aSuccessorIsSetOnce() {
        Segment segment = segment(0, 10);
        segment.setSuccessor(segment(10, 20));

        assertThatIllegalStateException().isThrownBy(() -> segment.setSuccessor(segment(20, 30)));
    }

    @Test
    void idsOfEarlierSegmentsAreCounted() {
        Segment first = segment(0, 10);
        Segment second = Segment.after(first, new AllocatedSegment(50, 55, 5), 0.1);
        Segment third = Segment.after(second, new AllocatedSegment(60, 65, 5), 0.1);

        assertThat(first.issuedBefore()).isZero();
        assertThat(third.issuedBefore()).isEqualTo(15);
    }

    @Test
    void everyIdGoesToOneOfManyThreads() throws InterruptedException {
        Segment segment = segment(0, 40_000);
        CountDownLatch go = new CountDownLatch(1);
        long[][] taken = new long[4][10_050];
        Thread[] threads = IntStream.range(0, 4)
                .mapToObj(number -> new Thread(() -> {
                    awaitQuietly(go);
                    Arrays.setAll(taken[number], i -> next(segment));
                }))
                .peek(Thread::start)
                .toArray(Thread[]::new);
        go.countDown();
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(Arrays.stream(taken).flatMapToLong(Arrays::stream).filter(id -> id != NONE))
                .hasSize(40_000)
                .doesNotHaveDuplicates();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private static Segment segment(long first, long end) {
        return Segment.of(null, new AllocatedSegment(first, end, 1), 0.1);
    }
}
