package io.leafid.segment.interleaved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.Lift;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A range that several databases are asked for beside each other: the first one that comes, and what becomes of the others. */
@Timeout(300)
class FirstRangeTest extends InterleavedScene {

    private static final Duration HEAD_START = Duration.ofMillis(10);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
    private volatile Executor executor = threads;

    @AfterEach
    void stop() {
        a.memory.release();
        b.memory.release();
        threads.shutdownNow();
    }

    /** Databases that are slots already, asked on the executor of the moment. */
    private InterleavedSegmentStore patient(Duration loadTimeout, SlottedDatabase... databases) {
        InterleavedSegmentStore patient = new InterleavedSegmentStore(
                List.of(databases),
                SLOTS,
                new InterleavedSettings(
                        loadTimeout,
                        HEAD_START,
                        events::add,
                        task -> executor.execute(task),
                        time,
                        () -> 0.5,
                        tag -> false));
        patient.findAll();
        return patient;
    }

    private CompletableFuture<AllocatedSegment> tenOf(InterleavedSegmentStore patient) {
        return CompletableFuture.supplyAsync(() -> patient.allocate("order", 10, 0), threads);
    }

    @Test
    void rangeThatComesAfterTheHeadStartIsTakenWhereNoOtherDatabaseIsLeft() {
        InterleavedSegmentStore alone = patient(LOAD_TIMEOUT, database("a", 0, a));
        a.memory.hold();
        CompletableFuture<AllocatedSegment> range = tenOf(alone);

        await().during(HEAD_START.multipliedBy(20)).until(() -> !range.isDone());
        a.memory.release();
        assertThat(range)
                .succeedsWithin(PATIENCE)
                .extracting(AllocatedSegment::first)
                .isEqualTo(0L);
        assertThat(a.memory.committed()).as("nothing is discarded").hasSize(1);
    }

    @Test
    void firstRangeOfDatabasesThatAreAllSlowIsTakenAndWhatComesLaterNeverIs() {
        InterleavedSegmentStore both = patient(LOAD_TIMEOUT, database("a", 0, a), database("b", 1, b));
        a.memory.hold();
        b.memory.hold();
        int begun = a.memory.calls();
        int begunB = b.memory.calls();
        CompletableFuture<AllocatedSegment> first = tenOf(both);
        await().atMost(PATIENCE).until(() -> a.memory.calls() > begun && b.memory.calls() > begunB);

        b.memory.release();
        assertThat(first)
                .succeedsWithin(PATIENCE)
                .extracting(FirstRangeTest::slotOf)
                .isEqualTo(1);
        a.memory.release();
        await().atMost(PATIENCE).until(() -> !a.memory.committed().isEmpty());
        long discarded = a.memory.committed().get(0).end();
        long end = first.join().end();
        for (int i = 0; i < 6; i++) {
            AllocatedSegment range = both.allocate("order", 10, end);
            assertThat(range.first()).isGreaterThanOrEqualTo(end);
            if (slotOf(range) == 0) {
                assertThat(range.first()).isGreaterThanOrEqualTo(discarded * SLOTS);
            }
            end = range.end();
        }
        assertThat(events).isEmpty();
    }

    @Test
    void databaseThatHasNotAnsweredWhileTheEngineWaitsIsNamedAsThat() {
        InterleavedSegmentStore alone = patient(InterleavedSettings.SHORTEST_LOAD_TIMEOUT, database("a", 0, a));
        a.memory.hold();

        assertThatIllegalStateException()
                .isThrownBy(() -> alone.allocate("order", 10, 0))
                .withMessageContaining("'a' (slot 0 of 4): it has not answered within 500 ms");
    }

    /** What it granted then would be discarded. */
    @Test
    void databaseIsNotAskedOnceTheEngineWaitsNoLonger() {
        InterleavedSegmentStore both = patient(LOAD_TIMEOUT, database("a", 0, a), database("b", 1, b));
        executor = task -> {
            queue.add(task);
            time.advance(LOAD_TIMEOUT);
        };

        assertThatIllegalStateException()
                .isThrownBy(() -> both.allocate("order", 10, 0))
                .withMessageContaining("it has not answered within 8 seconds");
        assertThat(queue).hasSize(1);
    }

    @Test
    void withoutAThreadTheCallerAsks() {
        InterleavedSegmentStore both = patient(LOAD_TIMEOUT, database("a", 0, a), database("b", 1, b));
        executor = task -> {
            throw new RejectedExecutionException("no thread");
        };

        assertThat(both.allocate("order", 10, 0).size()).isEqualTo(10);
    }

    /** The call would count as one that hangs, and its database as one that fails. */
    @Test
    void withoutMemoryForAThreadTheCallerAsksToo() {
        InterleavedSegmentStore both = patient(LOAD_TIMEOUT, database("a", 0, a), database("b", 1, b));
        executor = task -> {
            throw new OutOfMemoryError("unable to create native thread");
        };

        assertThat(both.allocate("order", 10, 0).size()).isEqualTo(10);
        time.advance(LOAD_TIMEOUT);
        assertThat(both.allocate("order", 10, 0).size()).isEqualTo(10);
        assertThat(events).isEmpty();
    }

    /** It would count as one that hangs, and its database as one that is slow. */
    @Test
    void interruptedCallerStaysInterruptedAndWhatItHasNotAskedYetCountsForNothing() {
        InterleavedSegmentStore both = patient(LOAD_TIMEOUT, database("a", 0, a), database("b", 1, b));
        executor = queue::add;
        Thread.currentThread().interrupt();
        assertThatIllegalStateException()
                .isThrownBy(() -> both.allocate("order", 10, 0))
                .withMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
        queue.forEach(Runnable::run);
        assertThat(a.memory.committed()).isEmpty();
        assertThat(b.memory.committed()).isEmpty();
        executor = Runnable::run;
        time.advance(LOAD_TIMEOUT);

        assertThat(both.allocate("order", 10, 0).size()).isEqualTo(10);
        assertThat(events).isEmpty();
    }

    @Test
    void errorInOneDatabaseIsItsFailureAndTheNextOneIsAsked() {
        InterleavedSegmentStore both = patient(LOAD_TIMEOUT, database("a", 0, failing()), database("b", 1, b));

        assertThat(slotOf(both.allocate("order", 10, 0))).isEqualTo(1);
        assertThat(both.members().get(0).status().reason()).isEqualTo("too deep");
    }

    private static LiftingStore failing() {
        return new LiftingStore() {

            @Override
            public synchronized AllocatedSegment allocate(String tag, Lift lift) {
                throw new StackOverflowError("too deep");
            }
        }.with("order", 0, 10);
    }

    @Test
    void databaseThatIsOnlySlowIsAskedBeforeOneThatFailed() {
        InterleavedSegmentStore both = patient(LOAD_TIMEOUT, database("a", 0, a), database("b", 1, b));
        executor = Runnable::run;
        a.memory.goDown();
        assertThat(slotOf(both.allocate("order", 10, 0))).as("a's turn").isEqualTo(1);
        executor = queue::add;
        Thread.currentThread().interrupt();
        assertThatIllegalStateException().isThrownBy(() -> both.allocate("order", 10, 0));
        assertThat(Thread.interrupted()).isTrue();
        time.advance(HEAD_START); // b has not answered that one
        executor = Runnable::run;
        int asked = a.memory.calls();

        assertThat(slotOf(both.allocate("order", 10, 0))).isEqualTo(1);
        assertThat(a.memory.calls()).isEqualTo(asked);
    }
}
