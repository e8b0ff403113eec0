package io.leafid.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.test.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManualTimeTest {

    private final ManualTime time = new ManualTime();
    private final List<String> ran = new ArrayList<>();

    @Test
    void tasksRunInTheOrderOfTheirTimesEachAtItsOwn() {
        time.after(Duration.ofMillis(20), () -> note("b"));
        time.after(Duration.ofMillis(10), () -> note("a"));
        time.after(Duration.ofMillis(20), () -> note("c"));
        time.after(Duration.ofMillis(31), () -> note("late"));

        time.advance(Duration.ofMillis(30));

        assertThat(ran).containsExactly("a@10", "b@20", "c@20");
        assertThat(time.elapsedNanos()).isEqualTo(30_000_000);
    }

    @Test
    void tasksThatTasksAskForRunInTheSameAdvance() {
        time.after(Duration.ofMillis(10), () -> time.after(Duration.ofMillis(10), () -> note("inner")));

        time.advance(Duration.ofMillis(30));

        assertThat(ran).containsExactly("inner@20");
    }

    @Test
    void repeatedTasksRunUntilTheyAreCancelled() {
        Scheduler.Task task = time.every(Duration.ofMillis(10), () -> note("again"));
        time.advance(Duration.ofMillis(25));
        task.cancel();
        time.advance(Duration.ofMillis(25));

        assertThat(ran).containsExactly("again@10", "again@20");
    }

    @Test
    void theWallClockStepsAloneAndBothClocksAdvanceTogether() {
        long wall = time.currentTimeMillis();
        long nanos = time.nanoTime();
        time.stepWallClock(Duration.ofSeconds(-5));
        time.advance(Duration.ofSeconds(100));

        assertThat(time.currentTimeMillis() - wall).isEqualTo(95_000);
        assertThat(time.nanoTime() - nanos).isEqualTo(Duration.ofSeconds(100).toNanos());
    }

    @Test
    void aClosedSchedulerDropsItsTasks() {
        time.after(Duration.ofMillis(1), () -> note("dropped"));
        time.close();
        time.after(Duration.ofMillis(1), () -> note("ignored"));
        time.advance(Duration.ofMillis(5));

        assertThat(ran).isEmpty();
    }

    private void note(String what) {
        ran.add(what + "@" + time.elapsedNanos() / 1_000_000);
    }
}
