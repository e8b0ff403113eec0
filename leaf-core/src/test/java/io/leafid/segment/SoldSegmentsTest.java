package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.leafid.RateExceededException;
import io.leafid.SegmentUnavailableException;
import io.leafid.TagDisabledException;
import io.leafid.TagLimit;
import io.leafid.UnknownTagException;
import io.leafid.segment.buffer.SegmentThreads;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.CounterSetBackException;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ranges that are allocated for other processes, by the tag's own allocator and with those who wait for one of the same tag. */
class SoldSegmentsTest {

    private static final int BUYERS = 50;

    private static final Duration LONG = Duration.ofSeconds(20);

    private final InMemorySegmentStore store = new InMemorySegmentStore().put("order", 1, 10);
    private long callsBefore;
    private final Queue<Thread> buyers = new ConcurrentLinkedQueue<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(BUYERS + 1, task -> {
        Thread buyer = new Thread(task);
        buyers.add(buyer);
        return buyer;
    });
    private final SegmentIdGenerator ids = new SegmentIdGenerator(
            SegmentStores.of(store),
            new SettingsBuilder().waitTimeout(LONG).loadTimeout(LONG).build(),
            List.of(),
            null,
            event -> {},
            TimeSource.system(),
            SegmentThreads::create,
            () -> 0.5); // so that the next segment is due at the same id in each run

    @BeforeEach
    void start() {
        ids.start();
    }

    @AfterEach
    void stop() {
        store.release();
        threads.shutdownNow();
        ids.close();
    }

    private Future<AllocatedSegment> buy(long amount) {
        return buy(amount, 0);
    }

    private Future<AllocatedSegment> buy(long amount, long seen) {
        return threads.submit(() -> ids.ranges().allocate("order", amount, seen));
    }

    private long unused() {
        return ids.status("order").orElseThrow().reserve().unused();
    }

    private void hold() {
        callsBefore = store.calls();
        store.hold();
    }

    private void awaitThatTheStoreIsAsked() {
        await().atMost(LONG).until(() -> store.calls() > callsBefore);
    }

    private void awaitThatAllWait(int count) {
        await().atMost(LONG)
                .until(() -> buyers.stream()
                                .filter(buyer -> buyer.getState() == Thread.State.TIMED_WAITING)
                                .count()
                        == count);
    }

    @Test
    void tagThatWasMadeIsFoundOnceTheAnswerIsForgotten() {
        assertThatThrownBy(() -> ids.ranges().allocate("user", 5, 0)).isInstanceOf(UnknownTagException.class);
        store.put("user", 1, 10);
        assertThatThrownBy(() -> ids.ranges().allocate("user", 5, 0)).isInstanceOf(UnknownTagException.class);

        ids.ranges().forgetAnswer("user");

        assertThat(ids.ranges().allocate("user", 5, 0)).isEqualTo(new AllocatedSegment(1, 6, 10));
    }

    @Test
    void limitIsToldToThoseWhoAskForMore() {
        assertThat(ids.ranges().maxRate("order")).isEqualTo(Long.MAX_VALUE);

        ids.limit("order", new TagLimit(true, 500L));

        assertThat(ids.ranges().maxRate("order")).isEqualTo(500);
    }

    @Test
    void buyerAloneIsOneAllocation() {
        assertThat(ids.ranges().allocate("order", 5, 0)).isEqualTo(new AllocatedSegment(1, 6, 10));
        assertThat(ids.ranges().allocate("order", 7, 0)).isEqualTo(new AllocatedSegment(6, 13, 10));
        assertThat(store.allocations()).isEqualTo(2);
        assertThat(ids.totals(tag -> true).issued()).as("handed out here").isZero();
        assertThat(ids.ranges().granted("order")).as("handed out by others").isEqualTo(12);
        assertThat(ids.status("order").orElseThrow().steps().current())
                .as("the configured step, as long as there is no segment")
                .isEqualTo(10);
    }

    @Test
    void buyersThatComeWhileTheStoreIsAskedShareTheNextAllocation() throws Exception {
        hold();
        List<Future<AllocatedSegment>> ranges = new ArrayList<>();
        ranges.add(buy(1));
        awaitThatTheStoreIsAsked();
        for (int amount = 1; amount <= BUYERS; amount++) {
            ranges.add(buy(amount));
        }
        awaitThatAllWait(BUYERS + 1);
        store.release();

        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < ranges.size(); i++) {
            AllocatedSegment range = ranges.get(i).get(60, TimeUnit.SECONDS);
            assertThat(range.size()).isEqualTo(Math.max(1, i));
            for (long id = range.first(); id < range.end(); id++) {
                assertThat(seen.add(id)).as("%d is granted once", id).isTrue();
            }
        }
        assertThat(store.allocations()).isEqualTo(2);
        assertThat(store.maxId("order")).as("nothing is discarded").isEqualTo(1 + seen.size());
    }

    @Test
    void buyersAndTheNextSegmentOfTheTagAreOneAllocation() throws Exception {
        ids.nextIds("order", 10);
        await().atMost(LONG)
                .until(() -> store.allocations() == 2
                        && ids.status("order").orElseThrow().reserve().unused() == 10);
        hold();
        Future<AllocatedSegment> first = buy(3);
        awaitThatTheStoreIsAsked();
        Future<AllocatedSegment> second = buy(4);
        awaitThatAllWait(2);
        assertThat(ids.nextIds("order", 5)).containsExactly(11, 12, 13, 14, 15);
        store.release();

        assertThat(first.get(60, TimeUnit.SECONDS)).isEqualTo(new AllocatedSegment(21, 24, 10));
        assertThat(second.get(60, TimeUnit.SECONDS).first()).isEqualTo(24);
        assertThat(ids.nextIds("order", 6)).containsExactly(16, 17, 18, 19, 20, 28);
        assertThat(store.allocations()).isEqualTo(4);
    }

    @Test
    void failureIsThatOfEachBuyerOfTheGroupAndTheNextGroupIsMade() throws Exception {
        hold();
        List<Future<AllocatedSegment>> ranges = new ArrayList<>();
        ranges.add(buy(1));
        awaitThatTheStoreIsAsked();
        for (int i = 0; i < BUYERS; i++) {
            ranges.add(buy(10));
        }
        awaitThatAllWait(BUYERS + 1);
        store.remove("order");
        store.release();

        for (Future<AllocatedSegment> range : ranges) {
            assertThatThrownBy(() -> range.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(UnknownTagException.class);
        }
        store.put("user", 500, 10);
        assertThat(ids.ranges().allocate("user", 1, 0).first()).isEqualTo(500);
    }

    /** Many groups, each with as many buyers as happen to come, beside callers for single ids. */
    @Test
    void rangesAndIdsAreDisjoint() throws Exception {
        List<Future<List<AllocatedSegment>>> drawn = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            drawn.add(threads.submit(() -> draw(2_000)));
        }
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < 2_000; i++) {
            assertThat(seen.add(ids.nextId("order"))).isTrue();
        }
        for (Future<List<AllocatedSegment>> each : drawn) {
            for (AllocatedSegment range : each.get(120, TimeUnit.SECONDS)) {
                for (long id = range.first(); id < range.end(); id++) {
                    assertThat(seen.add(id)).isTrue();
                }
            }
        }
        assertThat(seen).hasSizeLessThan((int) store.maxId("order"));
    }

    private List<AllocatedSegment> draw(int times) {
        List<AllocatedSegment> ranges = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            ranges.add(ids.ranges().allocate("order", 1 + i % 7, 0));
        }
        return ranges;
    }

    @Test
    void rowThatWasSetBackIsNotSoldAgain() {
        ids.ranges().allocate("order", 1_000, 0);
        store.put("order", 1, 10);

        assertThatThrownBy(() -> ids.ranges().allocate("order", 1_000, 0))
                .isInstanceOf(SegmentUnavailableException.class)
                .hasMessageContaining("was rewound");
        assertThat(ids.ranges().isSetBack("order")).isTrue();
        store.put("order", 1_001, 10);
        assertThat(ids.ranges().allocate("order", 10, 0).first()).isEqualTo(1_001);
        assertThat(ids.ranges().isSetBack("order")).isFalse();
    }

    /** The buyer took its ranges from another instance, and the row was rewound since; or it lies. */
    @Test
    void rowBelowWhatABuyerHoldsIsRefusedToThisBuyerAlone() throws Exception {
        ids.nextIds("order", 10);
        await().atMost(LONG).until(() -> unused() == 10);
        hold();
        List<Future<AllocatedSegment>> others = new ArrayList<>(List.of(buy(1)));
        awaitThatTheStoreIsAsked();
        List<Future<AllocatedSegment>> refused = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            others.add(buy(2));
            refused.add(buy(3, Long.MAX_VALUE - i));
        }
        awaitThatAllWait(21);
        assertThat(ids.nextIds("order", 5)).as("the next segment is due").hasSize(5);
        store.release();

        for (Future<AllocatedSegment> each : others) {
            assertThat(each.get(60, TimeUnit.SECONDS).size()).isIn(1L, 2L);
        }
        for (Future<AllocatedSegment> each : refused) {
            assertThatThrownBy(() -> each.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(CounterSetBackException.class);
        }
        assertThat(ids.nextIds("order", 15)).hasSize(15);
        assertThat(ids.ranges().isSetBack("order")).isFalse();
        await("nothing was moved for them").atMost(LONG).until(() -> store.maxId("order") == 1 + 30 + 21 + unused());
    }

    @Test
    void buyerThatHoldsWhatOthersSoldIsGrantedWhatLiesAboveOrNothing() {
        store.put("order", 501, 10);

        assertThat(ids.ranges().allocate("order", 5, 501).first()).isEqualTo(501);
        assertThat(ids.ranges().allocate("order", 5, 100).first()).isEqualTo(506);
        assertThatThrownBy(() -> ids.ranges().allocate("order", 5, 512)).isInstanceOf(CounterSetBackException.class);
        assertThat(ids.status("order").orElseThrow().allocations().failuresInARow())
                .as("nothing pauses for it")
                .isZero();
    }

    @Test
    void rowThatWasSetBackWhileTheEngineStoodStillIsNotSoldAgain() {
        ids.ranges().allocate("order", 1_000, 0);
        ids.stop();
        store.put("order", 1, 10);
        ids.start();

        assertThatThrownBy(() -> ids.ranges().allocate("order", 1_000, 0)).hasMessageContaining("was rewound");
    }

    @Test
    void limitsHoldAlsoWhileBuyersWait() throws Exception {
        hold();
        Future<AllocatedSegment> asked = buy(1);
        awaitThatTheStoreIsAsked();
        Future<AllocatedSegment> waiting = buy(20);
        awaitThatAllWait(2);
        ids.limit("order", new TagLimit(true, 10L));
        store.release();

        assertThatThrownBy(() -> waiting.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(RateExceededException.class);
        assertThat(asked.get(60, TimeUnit.SECONDS).size())
                .as("asks again behind the gate")
                .isEqualTo(1);
        ids.limit("order", new TagLimit(false, null));
        assertThatThrownBy(() -> ids.ranges().allocate("order", 1, 0)).isInstanceOf(TagDisabledException.class);
    }

    @Test
    void rangeThatWasGivenBackIsAllocatedAgainAndIsNoRewind() {
        ids.ranges().allocate("order", 100, 0);
        assertThat(ids.ranges().giveBack("order", 51, 101)).isTrue();

        assertThat(ids.ranges().allocate("order", 10, 0).first()).isEqualTo(51);
        assertThat(ids.ranges().giveBack("order", 51, 101))
                .as("something was allocated since")
                .isFalse();
        ids.stop();
        ids.start();
        assertThat(ids.ranges().giveBack("order", 55, 61))
                .as("noted as handed out")
                .isFalse();
        assertThat(ids.ranges().allocate("order", 10, 0).first()).isEqualTo(61);
    }

    /** As when clients of two instances end one after the other. */
    @Test
    void neighbouringRangesThatTwoProcessesGiveBackAreNoRewind() {
        ids.ranges().allocate("order", 10, 0);
        AllocatedSegment ofAnother = store.allocate("order", 100, 0);
        ids.ranges().allocate("order", 50, 0);

        assertThat(ids.ranges().giveBack("order", 111, 161)).isTrue();
        assertThat(store.giveBack("order", ofAnother.first(), ofAnother.end())).isTrue();
        assertThat(ids.ranges().allocate("order", 10, 0).first()).isEqualTo(11);
    }

    @Test
    void amountIsOneAtLeastAndATagIsNotMade() {
        assertThatThrownBy(() -> ids.ranges().allocate("order", 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ids.ranges().allocate("nothing", 1, 0)).isInstanceOf(UnknownTagException.class);
        assertThat(store.find("nothing")).isEmpty();
    }
}
