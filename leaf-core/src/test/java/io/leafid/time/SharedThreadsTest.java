package io.leafid.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.test.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How several users share threads without holding each other up. */
class SharedThreadsTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final SharedThreads threads = new SharedThreads();
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
    void taskThatHangsHoldsUpNoOtherPool() {
        AtomicInteger marks = new AtomicInteger();
        threads.pool("registry", 1).execute(this::block);

        threads.pool("disk", 1).execute(marks::incrementAndGet);

        await().atMost(PATIENCE).until(() -> marks.get() == 1);
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
