package io.leafid.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.leafid.test.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How several users share threads without holding each other up. */
class SharedThreadsTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final SharedThreads threads = new SharedThreads(0);
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void end() {
        release.countDown();
        threads.close();
    }

    private void block() {
        try {
            release.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shortTasksOfSparingLanesShareOneWorker() throws Exception {
        Set<Thread> seen = ConcurrentHashMap.newKeySet();
        try (SharedThreads sparing =
                new SharedThreads(0, new ManualTime())) { // no task lasts for a moment of this time
            ExecutorService registry = sparing.sparingLane(1);
            ExecutorService disk = sparing.sparingLane(1);
            for (int i = 0; i < 20; i++) {
                var first = registry.submit(() -> seen.add(Thread.currentThread()));
                var second = disk.submit(() -> seen.add(Thread.currentThread()));
                first.get();
                second.get();
            }
        }
        assertThat(seen).hasSize(1);
    }

    @Test
    void taskThatHangsHoldsUpNoOtherLane() {
        ExecutorService registry = threads.sparingLane(1);
        ExecutorService disk = threads.sparingLane(1);
        AtomicInteger marks = new AtomicInteger();
        registry.execute(this::block);

        for (int i = 1; i <= 5; i++) {
            disk.execute(marks::incrementAndGet);
            int expected = i;
            await().atMost(PATIENCE).until(() -> marks.get() == expected);
        }
    }

    @Test
    void tasksOfALaneRunInTheirOrderAndNoMoreThanItsSizeAtATime() {
        ExecutorService lane = threads.lane(2);
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Integer> begun = new CopyOnWriteArrayList<>();
        ExecutorService single = threads.sparingLane(1);

        for (int i = 0; i < 200; i++) {
            int number = i;
            lane.execute(() -> {
                most.accumulateAndGet(now.incrementAndGet(), Math::max);
                now.decrementAndGet();
            });
            single.execute(() -> begun.add(number));
        }
        await().atMost(PATIENCE).until(() -> begun.size() == 200);
        assertThat(begun).isSorted();
        lane.shutdown();
        await().atMost(PATIENCE).until(lane::isTerminated);
        assertThat(most.get()).isBetween(1, 2);
    }

    @Test
    void closedLaneDoesWhatItTookAndTakesNoMore() throws Exception {
        ExecutorService lane = threads.sparingLane(1);
        AtomicInteger done = new AtomicInteger();
        lane.execute(this::block);
        lane.execute(done::incrementAndGet);
        lane.shutdown();

        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> lane.execute(done::incrementAndGet));
        assertThat(lane.awaitTermination(10, TimeUnit.MILLISECONDS)).isFalse();
        release.countDown();
        assertThat(lane.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
        assertThat(done.get()).isEqualTo(1);
    }

    @Test
    void interruptOfOneLaneIsNotFoundByTheNextUser() throws Exception {
        ExecutorService lane = threads.sparingLane(1);
        CountDownLatch begun = new CountDownLatch(1);
        lane.execute(() -> {
            begun.countDown();
            block();
        });
        begun.await();
        lane.shutdownNow();
        assertThat(lane.awaitTermination(2, TimeUnit.MINUTES)).isTrue();

        ExecutorService next = threads.sparingLane(1);
        for (int i = 0; i < 5; i++) {
            assertThat(next.submit(() -> Thread.currentThread().isInterrupted()).get())
                    .isFalse();
        }
    }

    @Test
    void laneGoesOnAfterATaskThatThrowsAndAfterAThreadThatCouldNotBeMade() {
        AtomicInteger failures = new AtomicInteger(1);
        ExecutorService worker = LeafThreads.pool("test-worker", 1);
        Lane lane = new Lane(
                task -> {
                    if (failures.getAndDecrement() > 0) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                    worker.execute(task);
                },
                threads.scheduler(),
                1);
        AtomicInteger done = new AtomicInteger();

        assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> lane.execute(done::incrementAndGet));
        lane.execute(() -> {
            throw new OutOfMemoryError("of the task");
        });
        lane.execute(done::incrementAndGet);

        await().atMost(PATIENCE).until(() -> done.get() == 1);
        worker.shutdown();
    }

    @Test
    void closingOneSchedulerLeavesTheTasksOfTheOthers() {
        Scheduler one = threads.scheduler();
        Scheduler other = threads.scheduler();
        AtomicInteger ofOne = new AtomicInteger();
        AtomicInteger ofOther = new AtomicInteger();
        one.every(Duration.ofMillis(1), ofOne::incrementAndGet);
        other.every(Duration.ofMillis(1), ofOther::incrementAndGet);
        await().atMost(PATIENCE).until(() -> ofOne.get() > 0 && ofOther.get() > 0);

        one.close();
        one.after(Duration.ZERO, () -> ofOne.addAndGet(1_000));
        int before = ofOne.get();
        int otherBefore = ofOther.get();

        await().atMost(PATIENCE).until(() -> ofOther.get() > otherBefore + 20);
        assertThat(ofOne.get()).isLessThanOrEqualTo(before + 1);
    }

    /** Else each stop would leave tasks behind in the timer that others go on with. */
    @Test
    void taskThatIsAskedForAfterTheCloseIsNotLeftInTheSharedTimer() {
        ManualTime timer = new ManualTime();
        Scheduler scheduler = new SchedulerView(timer);
        scheduler.close();
        scheduler.after(Duration.ofDays(1), () -> {});
        scheduler.every(Duration.ofDays(1), () -> {});

        assertThat(timer.plannedTasks()).isZero();
    }

    /** The next task on the thread is another user's. */
    @Test
    void interruptThatATaskOfALaneLeavesBehindDoesNotReachTheNextUserOfItsThread() {
        Lane lane = new Lane(Runnable::run, threads.scheduler(), 1);
        lane.execute(() -> Thread.currentThread().interrupt());

        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void cancelledTaskOfASchedulerDoesNotRun() {
        Scheduler scheduler = threads.scheduler();
        List<String> runs = new CopyOnWriteArrayList<>(new ArrayList<>());
        scheduler.after(Duration.ZERO, this::block);
        scheduler.after(Duration.ZERO, () -> runs.add("cancelled")).cancel();
        scheduler.after(Duration.ofMillis(1), () -> runs.add("kept"));
        release.countDown();

        await().atMost(PATIENCE).until(() -> !runs.isEmpty());
        assertThat(runs).containsExactly("kept");
    }
}
