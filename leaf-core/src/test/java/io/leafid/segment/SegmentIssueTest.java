package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.leafid.IdGenerator;
import io.leafid.IdSequence;
import io.leafid.SegmentUnavailableException;
import io.leafid.segment.store.AllocatedSegment;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is handed out, and when more is allocated, while the store behaves. */
@Timeout(300)
class SegmentIssueTest {

    private final ManualGenerator leaf = new ManualGenerator();

    @Test
    void aRowAtOneWithStepTwoThousandServesOneToTwoThousand() {
        leaf.row("order", 1, 2_000).start();

        assertThat(leaf.nextId("order")).isEqualTo(1);
        assertThat(leaf.store.maxId("order")).isEqualTo(2_001);
        assertThat(LongStream.generate(() -> leaf.nextId("order")).limit(1_999))
                .containsExactly(LongStream.rangeClosed(2, 2_000).boxed().toArray(Long[]::new));
        assertThat(leaf.nextId("order")).isEqualTo(2_001);
    }

    @Test
    void aCounterSetByHandIsWhereIdsBegin() {
        leaf.row("order", 1_000_000_000, 100).row("zero", 0, 100).start();

        assertThat(leaf.nextId("order")).isEqualTo(1_000_000_000);
        assertThat(leaf.nextId("zero")).isZero();
    }

    @Test
    void tagsHaveIdsOfTheirOwn() {
        leaf.row("order", 1, 10).row("user", 500, 10).start();

        assertThat(List.of(leaf.nextId("order"), leaf.nextId("user"), leaf.nextId("order"), leaf.nextId("user")))
                .containsExactly(1L, 500L, 2L, 501L);
    }

    @Test
    void aSequenceDrawsFromTheSameReserveAsTheTag() {
        leaf.row("order", 1, 10).start();
        IdSequence sequence = leaf.generator().sequence("order");

        assertThat(sequence.tag()).isEqualTo("order");
        assertThat(sequence.next()).isEqualTo(1);
        assertThat(leaf.nextId("order")).isEqualTo(2);
        assertThat(sequence.next(3)).containsExactly(3, 4, 5);
        assertThat(leaf.generator().sequence("order").next()).isEqualTo(6);
    }

    @Test
    void idsGrowThroughEverySegmentThoughOthersBuyInBetween() {
        leaf.row("order", 1, 7).with(settings -> settings.maxStep(7)).start();
        long last = -1;
        for (int i = 0; i < 1_000; i++) {
            if (i % 13 == 0) {
                leaf.store.allocate("order", 5, 0);
            }
            long id = leaf.nextId("order");
            assertThat(id).isGreaterThan(last);
            last = id;
        }
    }

    @Test
    void theNextSegmentIsBoughtWithThe101stOf1000Ids() {
        leaf.row("order", 1, 1_000).start();
        leaf.nextId("order");
        leaf.loader.defer();
        leaf.nextIds("order", 99);
        assertThat(leaf.loader.queued()).as("after 100 ids").isZero();

        leaf.nextId("order");
        assertThat(leaf.loader.queued()).as("after 101 ids").isEqualTo(1);
    }

    @Test
    void aBatchBuysTheNextSegmentAtTheSamePlace() {
        leaf.row("order", 1, 1_000).start();
        leaf.nextId("order");
        leaf.loader.defer();

        leaf.nextIds("order", 99);
        assertThat(leaf.loader.queued()).as("after 100 ids").isZero();
        leaf.nextIds("order", 1);
        assertThat(leaf.loader.queued()).as("after 101 ids").isEqualTo(1);
    }

    @Test
    void onlyOneAllocationOfATagIsInFlight() {
        leaf.row("order", 1, 1_000).start();
        leaf.nextId("order");
        leaf.loader.defer();
        leaf.nextIds("order", 900);

        assertThat(LongStream.generate(() -> leaf.nextId("order")).limit(99)).hasSize(99);
        assertThat(leaf.loader.queued()).isEqualTo(1);
    }

    @Test
    void noCallWaitsForASlowStoreWhileASegmentIsLeft() {
        leaf.row("order", 1, 1_000).start();
        leaf.nextId("order");
        leaf.loader.delayBy(leaf.time, Duration.ofMillis(200));

        for (int i = 0; i < 20_000; i++) { // with a wait time-out of zero, a call that found nothing would throw
            leaf.time.advance(Duration.ofMillis(1));
            leaf.nextId("order");
        }
        assertThat(leaf.status("order").waits().count()).isZero();
    }

    @Test
    void reservedAndUnusedIsAtMostTwoStepsAfterABurst() {
        leaf.row("order", 1, 1_000).with(settings -> settings.maxStep(1_000)).start();
        for (int i = 0; i < 5_000; i++) {
            leaf.nextId("order");
        }
        assertThat(leaf.status("order").reserve().unused()).isBetween(1L, 2_000L);
        assertThat(leaf.store.maxId("order")).isLessThanOrEqualTo(5_001 + 2_000);
    }

    @Test
    void unusedReservesAreNeverMoreThanTheLastTwoAllocationsWhateverTheRhythm() {
        leaf.row("order", 1, 100).start();
        for (int i = 0; i < 2_000; i++) {
            leaf.nextIds("order", 1 + (i * 7) % 250);
            leaf.time.advance(Duration.ofSeconds(i % 50));
            List<AllocatedSegment> grants = leaf.store.committed();
            long lastTwo = grants.stream()
                    .skip(Math.max(0, grants.size() - 2))
                    .mapToLong(AllocatedSegment::size)
                    .sum();
            assertThat(leaf.status("order").reserve().unused()).isLessThanOrEqualTo(lastTwo);
        }
    }

    @Test
    void stepDoublesWhileSegmentsLastLessThanTheTargetAndReachesTheMaximum() {
        leaf.row("order", 1, 1_000).with(settings -> settings.maxStep(5_000)).start();

        assertThat(stepsOfAllocations(6, Duration.ofMinutes(1)))
                .containsExactly(1_000L, 1_000L, 2_000L, 4_000L, 5_000L, 5_000L);
    }

    @Test
    void stepStaysBetweenOnceAndTwiceTheTargetAndHalvesBeyond() {
        leaf.row("order", 1, 1_000).start();

        assertThat(stepsOfAllocations(5, Duration.ofMinutes(1)))
                .containsExactly(1_000L, 1_000L, 2_000L, 4_000L, 8_000L);
        assertThat(stepsOfAllocations(2, Duration.ofMinutes(20))).containsExactly(8_000L, 8_000L);
        assertThat(stepsOfAllocations(4, Duration.ofMinutes(31))).containsExactly(4_000L, 2_000L, 1_000L, 1_000L);
    }

    @Test
    void aWallClockThatStepsDoesNotChangeTheStep() {
        leaf.row("order", 1, 1_000).start();
        stepsOfAllocations(3, Duration.ofMinutes(20));

        leaf.time.stepWallClock(Duration.ofHours(-10));
        assertThat(stepsOfAllocations(1, Duration.ofMinutes(20))).containsExactly(1_000L);
        leaf.time.stepWallClock(Duration.ofHours(20));
        assertThat(stepsOfAllocations(1, Duration.ofMinutes(20))).containsExactly(1_000L);
    }

    @Test
    void aTagsOwnMaximumIsHonoured() {
        leaf.row("order", 1, 1_000)
                .with(settings -> settings.maxStep("order", 1_500))
                .start();

        assertThat(stepsOfAllocations(4, Duration.ofMinutes(1))).containsExactly(1_000L, 1_000L, 1_500L, 1_500L);
    }

    @Test
    void aStepChangedBetweenTheFirstTwoAllocationsMovesNoRange() {
        leaf.row("order", 1, 1_000).start();
        leaf.nextId("order");
        leaf.store.put("order", leaf.store.maxId("order"), 10);
        long[] ids = leaf.nextIds("order", 2_500);

        assertThat(ids).isSorted().doesNotHaveDuplicates();
        assertThat(Arrays.stream(ids).boxed())
                .allSatisfy(id -> assertThat(leaf.store.committed())
                        .anySatisfy(grant -> assertThat(id).isBetween(grant.first(), grant.end() - 1)));
    }

    @Test
    void aRaisedStepIsLearntFromTheAllocationAndHonouredByTheNextOne() {
        leaf.row("order", 1, 1_000).start();
        stepsOfAllocations(2, Duration.ZERO);
        leaf.store.put("order", leaf.store.maxId("order"), 50_000);

        assertThat(stepsOfAllocations(2, Duration.ZERO)).containsExactly(2_000L, 50_000L);
        assertThat(leaf.status("order").steps().configured()).isEqualTo(50_000);
    }

    @Test
    void aRaisedStepIsHonouredByTheNextAllocationAfterARefresh() {
        leaf.row("order", 1, 1_000).start();
        stepsOfAllocations(2, Duration.ofMinutes(20));
        leaf.store.put("order", leaf.store.maxId("order"), 50_000);
        leaf.time.advance(Duration.ofSeconds(60));

        assertThat(stepsOfAllocations(1, Duration.ofMinutes(15))).containsExactly(50_000L);
    }

    @Test
    void aRowsStepBelowOneIsNotTakenOver() {
        leaf.row("order", 1, 1_000).start();
        leaf.nextId("order");
        leaf.store.put("order", leaf.store.maxId("order"), -5);

        assertThat(stepsOfAllocations(2, Duration.ofMinutes(20))).containsExactly(1_000L, 1_000L);
        assertThat(leaf.status("order").steps().configured()).isEqualTo(1_000);
        assertThat(leaf.store.maxId("order")).isEqualTo(3_001);
    }

    @Test
    void aBatchSpansSegmentsAndTakesTheTail() {
        leaf.row("order", 1, 10).with(settings -> settings.maxStep(10)).start();
        leaf.nextIds("order", 7);

        assertThat(leaf.nextIds("order", 25))
                .containsExactly(LongStream.rangeClosed(8, 32).toArray());
    }

    @Test
    void aBatchMayBeFarLargerThanTheStep() {
        leaf.row("order", 1, 10).with(settings -> settings.maxStep(10)).start();

        assertThat(leaf.nextIds("order", 10_000))
                .containsExactly(LongStream.rangeClosed(1, 10_000).toArray());
    }

    /** A caller that waits for each of them wants only what it still lacks. */
    @Test
    void aBatchIsCollectedFromAllocationsThatAreWaitedFor() throws Exception {
        leaf.row("order", 1, 10)
                .with(settings -> settings.maxStep(20).waitTimeout(Duration.ofSeconds(40)))
                .start();
        leaf.loader.defer();
        FutureTask<long[]> call = new FutureTask<>(() -> leaf.nextIds("order", 50));
        Thread caller = new Thread(call);
        caller.start();
        while (!call.isDone()) {
            leaf.loader.runAll();
            Thread.onSpinWait();
        }
        caller.join();

        assertThat(call.get()).containsExactly(LongStream.rangeClosed(1, 50).toArray());
    }

    @Test
    void theLargestBatchIsServed() {
        leaf.row("order", 1, 1_000).start();

        long[] ids = leaf.nextIds("order", IdGenerator.MAX_BATCH);

        assertThat(ids.length).isEqualTo(IdGenerator.MAX_BATCH);
        assertThat(IntStream.range(1, ids.length).filter(i -> ids[i] <= ids[i - 1]))
                .as("where they do not rise")
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, IdGenerator.MAX_BATCH + 1, Integer.MIN_VALUE})
    void aCountOutOfRangeIsRefusedBeforeTheStoreIsAsked(int count) {
        leaf.row("order", 1, 1_000).start();
        int before = leaf.store.calls();

        for (String tag : List.of("order", "unknown")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> leaf.nextIds(tag, count))
                    .withMessage("count must be from 1 to 1000000, but is " + count);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> leaf.generator().sequence("order").next(count));
        assertThat(leaf.store.calls()).isEqualTo(before);
    }

    @Test
    void aBatchIsAllOrAnExceptionAndItsIdsAreNeverIssuedAgain() {
        leaf.row("order", 1, 10).start();
        leaf.nextIds("order", 5);
        leaf.store.goDown();

        assertThatExceptionOfType(SegmentUnavailableException.class).isThrownBy(() -> leaf.nextIds("order", 1_000));
        leaf.store.comeUp();
        leaf.time.advance(Duration.ofSeconds(5));
        assertThat(leaf.nextId("order")).isEqualTo(21);
    }

    @Test
    @SuppressWarnings("NullAway") // callers without null checks exist
    void anIllegalTagIsRefusedBeforeTheStoreIsAsked() {
        leaf.row("order", 1, 1_000).start();
        int before = leaf.store.calls();

        assertThatIllegalArgumentException().isThrownBy(() -> leaf.nextId("order "));
        assertThatIllegalArgumentException().isThrownBy(() -> leaf.nextIds("a\nb", 2));
        assertThatIllegalArgumentException().isThrownBy(() -> leaf.generator().sequence(""));
        assertThatIllegalArgumentException().isThrownBy(() -> leaf.nextId(null));
        assertThatIllegalArgumentException().isThrownBy(() -> leaf.nextIds(null, 1));
        assertThat(leaf.store.calls()).isEqualTo(before);
    }

    /** Uses up so many segments, each within the time given, and returns how many ids each allocation took. */
    private List<Long> stepsOfAllocations(int count, Duration each) {
        int before = leaf.store.committed().size();
        while (leaf.store.committed().size() < before + count) {
            if (leaf.store.committed().isEmpty()) {
                leaf.nextId("order");
                continue;
            }
            leaf.time.advance(each);
            int grants = leaf.store.committed().size();
            while (leaf.store.committed().size() == grants) {
                leaf.nextId("order");
            }
        }
        return leaf.store.committed().stream()
                .skip(before)
                .map(AllocatedSegment::size)
                .toList();
    }
}
