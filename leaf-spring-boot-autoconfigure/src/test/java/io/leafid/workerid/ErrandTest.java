package io.leafid.workerid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.leafid.time.ManualExecutor;
import io.leafid.time.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How a task is asked for that may hang. */
class ErrandTest {

    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final ManualTime time = new ManualTime();
    private final ManualExecutor thread = new ManualExecutor().defer();
    private int runs;
    private Runnable during = () -> {};
    private final Errand errand = new Errand(thread, time, () -> {
        runs++;
        during.run();
    });

    @Test
    void oneWaitsHoweverOftenItIsAskedFor() {
        errand.ask();
        errand.ask();

        assertThat(thread.queued()).isEqualTo(1);
    }

    @Test
    void askingWhileItRunsHasItRunOnceMore() {
        during = () -> {
            during = () -> {};
            errand.ask();
            errand.ask();
        };
        errand.ask();
        thread.runAll();

        assertThat(runs).isEqualTo(2);
    }

    @Test
    void taskThatIsAskedForAndDoesNotEndIsLate() {
        assertThat(errand.isLate(PATIENCE)).isFalse();
        errand.ask();
        time.advance(PATIENCE);
        assertThat(errand.isLate(PATIENCE)).isFalse();

        time.advance(Duration.ofMillis(1));
        errand.ask();
        assertThat(errand.isLate(PATIENCE)).isTrue();

        thread.runAll();
        assertThat(errand.isLate(PATIENCE)).isFalse();
    }

    @Test
    void taskThatWasAskedForWhileItRanIsLateWhenItHangs() {
        during = () -> {
            during = () -> {
                time.advance(PATIENCE.plusMillis(1));
                assertThat(errand.isLate(PATIENCE)).isTrue();
            };
            errand.ask();
        };
        errand.ask();
        thread.runAll();

        assertThat(runs).isEqualTo(2);
    }

    @Test
    void taskThatThrowsIsNotLate() {
        during = () -> {
            throw new IllegalStateException("broken");
        };
        errand.ask();
        try {
            thread.runAll();
        } catch (IllegalStateException expected) {
            assertThat(expected).hasMessage("broken");
        }
        time.advance(Duration.ofMinutes(1));

        assertThat(errand.isLate(PATIENCE)).isFalse();
    }

    @Test
    void askingAThreadThatHasEndedIsHarmless() {
        thread.shutdown();

        assertThatNoException().isThrownBy(errand::ask);
    }
}
