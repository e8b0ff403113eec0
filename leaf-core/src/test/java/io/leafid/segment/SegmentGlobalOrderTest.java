package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.status.IdOrder;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.time.BackOff;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ids of a tag whose order holds across nodes: each is allocated after its call began. */
@Timeout(300)
class SegmentGlobalOrderTest {

    private final InMemorySegmentStore store = new InMemorySegmentStore();
    private final ManualGenerator leaf = node();
    private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();
    private final ExecutorService callers = Executors.newCachedThreadPool(task -> {
        Thread caller = new Thread(task);
        threads.add(caller);
        return caller;
    });

    @TempDir
    private Path directory;

    @AfterEach
    void stop() {
        callers.shutdownNow();
    }

    private ManualGenerator node() {
        return new ManualGenerator(store)
                .row("order", 1, 1000)
                .with(settings -> settings.globalOrder("order").waitTimeout(Duration.ofMinutes(2)));
    }

    @Test
    void nothingIsReservedAheadSoTheIdsOfTwoNodesGrowInTheOrderOfTheCalls() {
        ManualGenerator other = node();
        leaf.start();
        other.start();
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            ids.add(leaf.nextId("order"));
            ids.add(other.nextIds("order", 3)[2]);
        }

        assertThat(ids).isSorted().doesNotHaveDuplicates();
        assertThat(store.maxId("order")).as("not one id is reserved").isEqualTo(1 + 10 + 30);
    }

    @Test
    void sequenceIsTheSameInterface() {
        leaf.start();

        assertThat(leaf.generator().sequence("order").next()).isEqualTo(1);
        assertThat(leaf.generator().sequence("order").next(3)).containsExactly(2, 3, 4);
    }

    @Test
    void callersThatWaitAtTheSameMomentShareOneAllocation() throws Exception {
        leaf.start();
        leaf.loader.defer();
        List<Future<long[]>> calls = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            calls.add(call(i));
            awaitCallers(i);
        }
        leaf.loader.runAll();

        List<Long> ids = new ArrayList<>();
        for (Future<long[]> call : calls) {
            for (long id : call.get()) {
                ids.add(id);
            }
        }
        assertThat(ids).hasSize(15).doesNotHaveDuplicates().allMatch(id -> id >= 1 && id <= 15);
        assertThat(store.committed()).hasSize(1);
    }

    /** The statement may have been sent when it comes, so the ids of that allocation may be older than the call. */
    @Test
    void callerThatComesWhileTheStoreIsAskedGetsIdsOfTheNextAllocation() throws Exception {
        leaf.start();
        Queue<Future<long[]>> late = new ConcurrentLinkedQueue<>();
        leaf.hooks.afterAllocation((tag, range) -> {
            if (late.isEmpty()) {
                late.add(call(1));
                awaitCallers(2);
                store.allocate("order", 5, 0); // another node's call, which begins and returns now
            }
            return range;
        });

        assertThat(leaf.nextId("order")).isEqualTo(1);
        assertThat(late.remove().get()).containsExactly(7);
    }

    @Test
    void groupThatFormedMeanwhileIsAskedForAtOnceWithoutAnotherCaller() throws Exception {
        leaf.start();
        leaf.loader.defer();
        Future<long[]> first = call(1);
        awaitCallers(1);
        Queue<Future<long[]>> others = new ConcurrentLinkedQueue<>();
        leaf.hooks.beforeAllocation(tag -> {
            if (others.isEmpty()) {
                for (int i = 0; i < 3; i++) {
                    others.add(call(1));
                    awaitCallers(2 + i);
                }
            }
        });
        leaf.loader.runAll();

        assertThat(first.get()).containsExactly(1);
        for (Future<long[]> other : others) {
            assertThat(other.get()[0]).isBetween(2L, 4L);
        }
        assertThat(store.committed()).hasSize(2);
    }

    @Test
    void batchLargerThanMaxStepIsWholeAndOthersShareNoAllocationWithIt() throws Exception {
        leaf.with(settings -> settings.maxStep(10)).start();
        leaf.loader.defer();
        Future<long[]> one = call(1);
        awaitCallers(1);
        Future<long[]> many = call(50);
        awaitCallers(2);
        leaf.loader.runAll();

        assertThat(one.get()).hasSize(1);
        assertThat(many.get()).hasSize(50).doesNotHaveDuplicates().isSorted();
        assertThat(store.committed()).hasSize(2);
    }

    @Test
    void withoutTheStoreThereAreNoIdsAndTheErrorComesWithinTheDeadline() {
        leaf.with(settings -> settings.waitTimeout(BackOff.FIRST.dividedBy(10))).start();
        leaf.nextId("order");
        store.goDown();

        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> leaf.nextId("order"))
                .withMessageContaining("scripted outage");
        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> leaf.nextId("order"))
                .withMessageContaining("the next one is in");
        assertThat(leaf.status("order").state()).isEqualTo(SegmentTagStatus.State.UNAVAILABLE);

        store.comeUp();
        leaf.time.advance(BackOff.LONGEST);
        assertThat(leaf.nextId("order")).isEqualTo(2);
        assertThat(leaf.status("order").state()).isEqualTo(SegmentTagStatus.State.READY);
    }

    @Test
    void callersThatWaitWhenTheStoreFailsAreServedByTheNextAttempt() throws Exception {
        leaf.start();
        leaf.loader.defer();
        Future<long[]> call = call(2);
        awaitCallers(1);
        store.goDown();
        leaf.loader.runAll();
        store.comeUp();
        await().until(() -> {
            leaf.time.advance(BackOff.FIRST);
            leaf.loader.runAll();
            return call.isDone();
        });

        assertThat(call.get()).containsExactly(1, 2);
    }

    @Test
    void rangeOfALateAnswerIsBurnt() {
        leaf.with(settings -> settings.waitTimeout(Duration.ofMillis(10))).start();
        leaf.hooks.afterAllocation((tag, range) -> {
            leaf.time.advance(AllocationSettings.DEFAULT.loadTimeout());
            return range;
        });
        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> leaf.nextId("order"))
                .withMessageContaining("the store has not answered within 5 seconds");

        leaf.hooks.afterAllocation((tag, range) -> range);
        leaf.time.advance(BackOff.LONGEST);
        assertThat(leaf.nextId("order")).isEqualTo(2);
    }

    @Test
    void interruptedCallerFailsAtOnceAndKeepsItsFlag() throws Exception {
        leaf.start();
        leaf.loader.defer();
        AtomicReference<Boolean> flag = new AtomicReference<>();
        Thread caller = new Thread(() -> {
            assertThatExceptionOfType(SegmentUnavailableException.class)
                    .isThrownBy(() -> leaf.nextId("order"))
                    .withMessage("interrupted while waiting for ids of 'order'");
            flag.set(Thread.currentThread().isInterrupted());
        });
        caller.start();
        awaitCallers(1);
        caller.interrupt();
        caller.join();

        assertThat(flag).hasValue(true);
        leaf.loader.runAll();
        assertThat(store.committed())
                .as("the only caller had left before the store was asked")
                .isEmpty();
    }

    @Test
    void rowThatWasSetBackIsRefusedAlsoAfterARestart() {
        Path file = directory.resolve("tags");
        store.identity("memory");
        leaf.recentTags(file).start();
        leaf.nextIds("order", 100);
        store.put("order", 50, 1000);
        assertThatThrownBy(() -> leaf.nextId("order")).hasMessageContaining("was rewound");
        leaf.close();

        ManualGenerator next = node().recentTags(file);
        store.put("order", 50, 1000);
        next.start();
        assertThatThrownBy(() -> next.nextId("order")).hasMessageContaining("was rewound: it offers ids from 50");
        store.put("order", 101, 1000);
        next.time.advance(BackOff.LONGEST);
        assertThat(next.nextId("order")).isEqualTo(101);
    }

    /** Health is down while all tags in use are refused, so that no caller comes who would find out. */
    @Test
    void rowThatIsCorrectedIsFoundByTheRefreshWithoutACall() {
        leaf.start();
        leaf.nextIds("order", 100);
        store.put("order", 50, 1000);
        assertThatThrownBy(() -> leaf.nextId("order")).hasMessageContaining("was rewound");
        leaf.time.advance(Duration.ofMinutes(5));
        assertThat(leaf.status("order").state()).isEqualTo(SegmentTagStatus.State.UNAVAILABLE);
        store.put("order", 200, 1000);
        leaf.time.advance(Duration.ofMinutes(2));

        assertThat(leaf.status("order").state()).isEqualTo(SegmentTagStatus.State.READY);
        assertThat(leaf.nextId("order")).isEqualTo(201);
    }

    @Test
    void tagThatIsRemovedIsRefusedAndComesBackWithItsRow() {
        leaf.start();
        leaf.nextId("order");
        store.remove("order");
        assertThatExceptionOfType(UnknownTagException.class).isThrownBy(() -> leaf.nextId("order"));

        store.put("order", 10, 1000);
        leaf.time.advance(SegmentSettings.DEFAULT.refreshInterval().multipliedBy(2));
        assertThat(leaf.nextId("order")).as("the refresh has tried one").isEqualTo(11);
    }

    @Test
    void closeRefusesThoseThatWait() throws Exception {
        leaf.start();
        leaf.loader.defer();
        Future<long[]> call = call(1);
        awaitCallers(1);
        leaf.close();

        assertThatThrownBy(call::get)
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseInstanceOf(SegmentUnavailableException.class)
                .hasMessageContaining("the segment generator is closed");
    }

    @Test
    void stopAndStartAgainGoOn() {
        leaf.start();
        leaf.nextId("order");
        leaf.generator().stop();
        assertThatThrownBy(() -> leaf.nextId("order")).isInstanceOf(SegmentUnavailableException.class);
        leaf.generator().start();

        assertThat(leaf.nextId("order")).isEqualTo(2);
    }

    @Test
    void statusTellsTheOrderAndCountsWhatWasHandedOut() {
        leaf.row("plain", 1, 10).start();
        leaf.nextIds("order", 7);

        SegmentTagStatus status = leaf.status("order");
        assertThat(status.order()).isEqualTo(IdOrder.GLOBAL);
        assertThat(status.traffic().issued()).isEqualTo(7);
        assertThat(status.reserve().unused()).isZero();
        assertThat(status.waits().count()).isEqualTo(1);
        assertThat(status.allocations().totals().successes()).isEqualTo(1);
        assertThat(leaf.status("plain").order()).isEqualTo(IdOrder.NODE);
    }

    @Test
    void wrongRangeOfAStoreIsServedToNoCaller() {
        leaf.with(settings -> settings.waitTimeout(Duration.ofMillis(10))).start();
        leaf.hooks.afterAllocation((tag, range) -> new AllocatedSegment(range.first(), range.end() - 1, 1000));

        assertThatThrownBy(() -> leaf.nextIds("order", 10)).hasMessageContaining("asked for 10 ids");
    }

    private Future<long[]> call(int count) {
        return callers.submit(() -> leaf.nextIds("order", count));
    }

    /** A caller is counted before it has joined a group and asked for an allocation, and stands still only after that. */
    private void awaitCallers(int waiting) {
        await().until(() -> leaf.status("order").waits().waiting() == waiting
                && threads.stream().allMatch(caller -> caller.getState() == Thread.State.TIMED_WAITING));
    }
}
