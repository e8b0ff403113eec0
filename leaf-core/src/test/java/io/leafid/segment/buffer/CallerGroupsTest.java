package io.leafid.segment.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.CounterSetBackException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The groups in which callers wait whose ids are allocated after their calls began. */
class CallerGroupsTest {

    private static final long HUGE = Long.MAX_VALUE;

    private static final AllocationOutcome FAILED = new AllocationOutcome.Failed(new IllegalStateException("down"));

    private final CallerGroups groups = new CallerGroups();

    private static StoreCall<AllocationOutcome> call() {
        return new StoreCall<>(0, ended -> {});
    }

    private static AllocatedSegment range(long first, long end) {
        return new AllocatedSegment(first, end, 10);
    }

    @Test
    void groupGrowsUntilTheStoreIsAskedForIt() {
        CallerGroup group = groups.join(2, 0, 5);
        assertThat(groups.join(3, 0, 5)).isSameAs(group);
        CallerGroup next = groups.join(1, 0, 5);

        assertThat(next).as("more than one allocation should take").isNotSameAs(group);
        assertThat(groups.isWaiting(group)).isTrue();
        assertThat(groups.begin(call(), 0, 5)).isEqualTo(5);
        assertThat(groups.asked()).isEqualTo(5);
        assertThat(groups.isWaiting(group)).isFalse();
        assertThat(groups.isWaiting(next)).isTrue();
        groups.settle(range(10, 15));
        groups.wake();
        assertThat(groups.asked()).isZero();
        assertThat(group.claim(2)).isEqualTo(range(10, 12));
        assertThat(group.claim(3)).isEqualTo(range(12, 15));
        assertThat(group.isEnded()).isTrue();
        assertThat(next.isEnded()).isFalse();
    }

    @Test
    void callThatTookTooLongTakesNoGroup() {
        CallerGroup group = groups.join(2, 0, 5);
        StoreCall<AllocationOutcome> late = call();
        late.tryFinish();

        assertThat(groups.begin(late, 0, 5)).isZero();
        assertThat(groups.isWaiting(group)).isTrue();
    }

    @Test
    void groupForWhichTheReserveLeavesNoRoomWaitsForTheNextAllocation() {
        CallerGroup group = groups.join(4, 0, 5);

        assertThat(groups.begin(call(), 2, 5)).isZero();
        assertThat(groups.isWaiting(group)).isTrue();
        assertThat(groups.begin(call(), 1, 5)).isEqualTo(4);
    }

    @Test
    void callerThatWantsMoreThanOneAllocationShouldTakeHasAGroupOfItsOwn() {
        CallerGroup large = groups.join(9, 0, 5);

        assertThat(groups.join(1, 0, 5)).isNotSameAs(large);
        assertThat(groups.begin(call(), 0, 5)).isEqualTo(9);
    }

    /** What the store is asked for next is for those who come then. */
    @Test
    void failureEndsAllGroupsAndLeavesNone() {
        CallerGroup asked = groups.join(2, 0, 5);
        groups.begin(call(), 0, 5);
        CallerGroup waiting = groups.join(3, 0, 5);
        groups.fail(FAILED);
        groups.wake();

        assertThat(asked.isEnded()).isTrue();
        assertThat(asked.claim(2)).isNull();
        assertThat(waiting.isEnded()).isTrue();
        assertThat(groups.isWaiting(waiting)).isFalse();
        assertThat(groups.areWaiting()).isFalse();
        assertThat(groups.begin(call(), 0, 5)).isZero();
    }

    @Test
    void callerThatHoldsHigherIdsIsAloneAndRefusedAlone() {
        CallerGroup before = groups.join(1, 0, 5);
        CallerGroup alone = groups.join(1, 900, 5);
        CallerGroup after = groups.join(1, 0, 5);
        CallerGroup asAlone = groups.join(1, 900, 5);
        assertThat(Set.of(before, alone, after, asAlone)).hasSize(4);

        assertThat(groups.begin(call(), 2, 5)).isEqualTo(1);
        assertThat(groups.least()).isZero();
        groups.settle(range(10, 13));
        assertThat(groups.begin(call(), 2, 5))
                .as("no segment of the tag is allocated with it")
                .isZero();
        assertThat(groups.begin(call(), 0, 5)).isEqualTo(1);
        assertThat(groups.least()).isEqualTo(900);
        groups.fail(AllocationOutcome.Refused.byStore(new CounterSetBackException("order", 13, 900)));
        groups.wake();

        assertThat(alone.isEnded()).isTrue();
        assertThatThrownBy(() -> alone.claim(1)).isInstanceOf(CounterSetBackException.class);
        assertThat(groups.isWaiting(after)).isTrue();
        assertThat(groups.isWaiting(asAlone)).isTrue();
        assertThat(groups.least()).isZero();
    }

    @Test
    void groupThatAllHaveLeftIsNone() {
        CallerGroup group = groups.join(2, 0, 5);
        groups.join(3, 0, 5);
        groups.leave(group, 2);
        assertThat(group.wanted()).isEqualTo(3);
        assertThat(groups.isWaiting(group)).isTrue();
        groups.leave(group, 3);
        assertThat(groups.isWaiting(group)).isFalse();

        CallerGroup asked = groups.join(2, 0, 5);
        groups.begin(call(), 0, 5);
        groups.leave(asked, 2);
        assertThat(asked.wanted()).as("asked for already").isEqualTo(2);
    }

    @Test
    void refusalWakesAllWhoWait() {
        CallerGroup group = groups.join(2, 0, 5);
        groups.refuseWaiting();

        assertThat(group.isEnded()).isTrue();
        assertThat(groups.isWaiting(group)).isFalse();
    }

    @Test
    void onlyTheEndOfTheLastRangeIsTakenBack() {
        groups.remember(range(1, 11));
        groups.remember(range(11, 21));

        assertThat(groups.takeBack(1, 11)).isFalse();
        assertThat(groups.takeBack(9, 21)).as("begins before it").isFalse();
        assertThat(groups.takeBack(15, 20)).as("ends before it").isFalse();
        assertThat(groups.takeBack(21, 21)).as("is none").isFalse();
        assertThat(groups.takeBack(15, 21)).isTrue();
        assertThat(groups.grantedEnd()).isEqualTo(15);
        assertThat(groups.takeBack(15, 21)).as("again").isFalse();
        assertThat(groups.takeBack(11, 15)).as("all that is left of it").isTrue();
    }

    /** The ranges of others lie between two of one process. They may return theirs, too. */
    @Test
    void whatIsTakenBackAsAWholeLeavesTheEndOfTheRangeBefore() {
        groups.remember(range(1, 11));
        groups.remember(range(31, 41));
        assertThat(groups.keptEnd()).as("what is noted").isEqualTo(11);

        assertThat(groups.takeBack(35, 41)).isTrue();
        assertThat(groups.grantedEnd()).isEqualTo(35);
        assertThat(groups.takeBack(31, 35)).isTrue();
        assertThat(groups.grantedEnd()).isEqualTo(11);
        assertThat(groups.takeBack(5, 11))
                .as("a client uses what was granted before")
                .isFalse();

        groups.close();
        assertThat(groups.keptEnd()).isEqualTo(11);
    }

    /** A row below what is noted would be refused by the next run. */
    @Test
    void whatMayBeTakenBackIsNotNotedAndWhatIsNotedIsNotTakenBack() {
        groups.remember(range(1, 11));
        groups.remember(range(11, 21));
        assertThat(groups.keptEnd()).isEqualTo(11);

        groups.close();
        assertThat(groups.keptEnd()).isEqualTo(21);
        assertThat(groups.takeBack(15, 21)).isFalse();
    }

    static IntStream seeds() {
        return IntStream.range(0, 200);
    }

    /** With amounts up to the largest long: no sum overflows, and of what is granted no id is claimed twice. */
    @ParameterizedTest
    @MethodSource("seeds")
    void partsAreDisjointWhateverIsWanted(int seed) {
        Random random = new Random(seed);
        List<AllocatedSegment> claimed = new ArrayList<>();
        List<Caller> callers = new ArrayList<>();
        long end = random.nextBoolean() ? 1 : HUGE - 3_000;
        for (int i = 0; i < 300; i++) {
            if (random.nextInt(3) > 0) {
                long count = amount(random);
                callers.add(new Caller(groups.join(count, random.nextInt(4) / 3, amount(random)), count));
                continue;
            }
            long own = random.nextBoolean() ? 0 : amount(random);
            long wanted = groups.begin(call(), own, Math.max(own, amount(random)));
            assertThat(wanted).isNotNegative();
            assertThat(own + wanted).as("own %d and wanted %d", own, wanted).isNotNegative();
            if (wanted == 0 || wanted > HUGE - end) {
                groups.fail(FAILED); // used up, as a store says
                callers.clear();
                continue;
            }
            groups.settle(range(end, end + wanted));
            end += wanted;
            for (Iterator<Caller> each = callers.iterator(); each.hasNext(); ) {
                Caller caller = each.next();
                if (!groups.isWaiting(caller.group)) {
                    claimed.add(caller.claim());
                    each.remove();
                }
            }
        }
        claimed.sort((one, other) -> Long.compare(one.first(), other.first()));
        for (int i = 1; i < claimed.size(); i++) {
            assertThat(claimed.get(i).first())
                    .isGreaterThanOrEqualTo(claimed.get(i - 1).end());
        }
    }

    private static long amount(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> HUGE - random.nextInt(3);
            case 1 -> HUGE / 2 + random.nextInt(3);
            case 2 -> 1 + (random.nextLong() >>> (1 + random.nextInt(62)));
            default -> 1 + random.nextInt(20);
        };
    }

    private record Caller(CallerGroup group, long count) {

        AllocatedSegment claim() {
            return Objects.requireNonNull(group.claim(count));
        }
    }
}
