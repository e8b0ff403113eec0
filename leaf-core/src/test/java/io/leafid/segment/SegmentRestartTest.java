package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.leafid.IdSequence;
import io.leafid.LeafEvent;
import io.leafid.SegmentUnavailableException;
import io.leafid.segment.buffer.SegmentThreads;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.testing.CapturedLog;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A generator that is stopped and started again, as around a snapshot of the process. */
@Timeout(300)
class SegmentRestartTest {

    private final InMemorySegmentStore store = new InMemorySegmentStore();
    private final ManualGenerator leaf = new ManualGenerator(store).row("order", 1, 100);
    private final Set<Long> issued = new HashSet<>();

    @Test
    void nothingIsReservedBetweenStopAndStart() {
        leaf.start();
        issue(leaf, 30); // the next segment is allocated too
        leaf.generator().stop();

        assertThat(store.maxId("order")).isEqualTo(31);
        assertThat(leaf.generator().isClosed()).isTrue();
        assertThat(leaf.generator().status()).isEmpty();
        assertThat(leaf.time.plannedTasks()).isZero();
        assertThat(leaf.loader.isShutdown()).isTrue();
        assertThat(leaf.lookups.isShutdown()).isTrue();
    }

    @Test
    void restartThatFailsMayBeTriedAgain() {
        leaf.start();
        issue(leaf, 30);
        leaf.generator().stop();
        store.goDown();
        assertThatIllegalStateException().isThrownBy(leaf.generator()::start).withMessage("scripted outage");
        assertThat(leaf.generator().isClosed()).isTrue();
        assertThat(leaf.time.plannedTasks()).isZero();

        store.comeUp();
        leaf.generator().start();
        issue(leaf, 30);
    }

    @Test
    void everyCallThrowsBetweenStopAndStart() {
        leaf.start();
        IdSequence sequence = leaf.generator().sequence("order");
        issue(leaf, 1);
        leaf.generator().stop();
        leaf.generator().stop();

        for (Runnable call : new Runnable[] {
            sequence::next, () -> leaf.nextIds("order", 2), () -> leaf.nextId("unknown"), () -> sequence.next(5)
        }) {
            assertThatExceptionOfType(SegmentUnavailableException.class)
                    .isThrownBy(call::run)
                    .withMessage("the segment generator is stopped; it issues ids again once it is started");
        }
    }

    @Test
    void twoRestoresOfOneSnapshotIssueNoIdTwice() {
        leaf.start();
        issue(leaf, 30);
        leaf.generator().stop();

        // The other restore is in the same state as this one: it holds nothing, and allocates when it starts.
        ManualGenerator other = new ManualGenerator(store).start();
        leaf.generator().start();
        for (int i = 0; i < 20; i++) {
            issue(leaf, 37);
            issue(other, 41);
        }
    }

    @Test
    void sequencesObtainedBeforeGoOnAfterEachStart() {
        leaf.start();
        IdSequence sequence = leaf.generator().sequence("order");
        for (int i = 0; i < 5; i++) {
            add(sequence.next(70));
            leaf.generator().stop();
            leaf.generator().start();
            leaf.generator().start();
        }
        add(sequence.next(1_000));
        assertThat(leaf.status("order").allocations().failuresInARow()).isZero();
    }

    @Test
    void whatWasGivenBackAtTheStopIsNoRewind() {
        leaf.start();
        issue(leaf, 30);
        leaf.generator().stop();
        leaf.generator().start();

        assertThat(leaf.nextId("order")).isEqualTo(31);
    }

    @Test
    void rowSetBackWhileItIsStoppedIsRefused() {
        leaf.start();
        issue(leaf, 30);
        leaf.generator().stop();
        store.put("order", 30, 100);
        leaf.generator().start();

        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> leaf.nextId("order"))
                .withMessageContaining("was rewound");
    }

    @Test
    void allocationUnderWayAtTheStopIsBurnt() {
        leaf.start();
        leaf.nextId("order");
        leaf.hooks.afterAllocation((tag, grant) -> {
            leaf.generator().stop(); // its commit is done, its reply on its way
            return grant;
        });
        try (CapturedLog log = new CapturedLog("io.leafid.segment")) {
            leaf.nextIds("order", 50);

            assertThat(log.warnings()).as("nobody has to act").isEmpty();
        }
        leaf.hooks.afterAllocation((tag, grant) -> grant);
        leaf.generator().start();

        assertThat(leaf.nextId("order")).isEqualTo(201);
    }

    /** The row stands below what this process was granted because the stop itself has given the rest back. */
    @Test
    void rangeThatIsRefusedAfterTheStopIsNotReportedAsARewind() {
        leaf.start();
        leaf.nextId("order");
        leaf.hooks.beforeAllocation(tag -> leaf.generator().stop());
        try (CapturedLog log = new CapturedLog("io.leafid.segment")) {
            leaf.nextIds("order", 50);

            assertThat(log.warnings()).isEmpty();
        }
        assertThat(leaf.events(LeafEvent.SegmentRefused.class)).isEmpty();
    }

    @Test
    void tagsArePreloadedAtEachStart() {
        leaf.preload("order").start();
        leaf.generator().stop();
        assertThat(store.maxId("order")).isEqualTo(1);
        leaf.generator().start();

        assertThat(store.maxId("order")).isEqualTo(101);
    }

    @Test
    void tagsAreReadAgainAfterARestartOncePerInterval() {
        leaf.start();
        for (int i = 0; i < 3; i++) {
            leaf.generator().stop();
            leaf.generator().start();
        }
        int before = store.calls();
        leaf.time.advance(SegmentSettings.DEFAULT.refreshInterval().multipliedBy(10));

        assertThat(store.calls() - before).isEqualTo(10);
    }

    @Test
    void startOfOneThatRunsDoesNothing() {
        leaf.start();
        int calls = leaf.store.calls();
        int planned = leaf.time.plannedTasks();
        leaf.start();

        assertThat(leaf.store.calls()).isEqualTo(calls);
        assertThat(leaf.time.plannedTasks()).isEqualTo(planned);
    }

    @Test
    void refreshThatWasHandedOverBeforeTheStopReadsNothingAfterIt() {
        leaf.start();
        leaf.loader.defer();
        leaf.time.advance(SegmentSettings.DEFAULT.refreshInterval());
        assertThat(leaf.loader.queued()).isOne();
        int calls = leaf.store.calls();
        leaf.generator().stop();

        assertThat(leaf.loader.queued()).isZero();
        assertThat(leaf.store.calls()).isEqualTo(calls);
    }

    @Test
    void stopThatIsInterruptedWhileItWaitsForTheStoreKeepsTheInterrupt() {
        CountDownLatch answer = new CountDownLatch(1);
        ExecutorService real = Executors.newCachedThreadPool();
        leaf.threads(() -> new SegmentThreads.Pools(leaf.time, real, leaf.lookups));
        leaf.with(settings -> settings.waitTimeout(Duration.ofMinutes(1))).start();
        leaf.hooks.beforeGiveBack(tag -> awaitQuietly(answer));
        leaf.nextId("order");
        Thread.currentThread().interrupt();
        leaf.generator().stop();

        assertThat(Thread.interrupted()).isTrue();
        answer.countDown();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void stoppedGeneratorCanBeClosedAndAClosedOneNotStarted() {
        leaf.start();
        issue(leaf, 1);
        leaf.generator().stop();
        leaf.close();

        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> leaf.nextId("order"))
                .withMessage("the segment generator is closed");
        assertThatIllegalStateException().isThrownBy(() -> leaf.generator().start());
    }

    @Test
    void outageAtTheStopBurnsWhatIsLeft() {
        leaf.start();
        issue(leaf, 5);
        store.goDown();
        leaf.time.advance(Duration.ofMinutes(1));
        leaf.generator().stop();
        store.comeUp();
        leaf.generator().start();

        issue(leaf, 500);
        assertThat(store.maxId("order")).isGreaterThan(101);
    }

    private void issue(ManualGenerator from, int count) {
        add(from.nextIds("order", count));
    }

    private void add(long[] ids) {
        Arrays.stream(ids)
                .forEach(id -> assertThat(issued.add(id)).as("id %d", id).isTrue());
    }
}
