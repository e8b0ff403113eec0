package io.leafid.workerid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.leafid.time.ManualExecutor;
import org.junit.jupiter.api.Test;

/** How a task is asked for that may hang. */
class ErrandTest {

    private final ManualExecutor thread = new ManualExecutor().defer();
    private int runs;
    private Runnable during = () -> {};
    private final Errand errand = new Errand(thread, () -> {
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
    void taskIsUnderWayFromTheAskingToTheEnd() {
        during = () -> assertThat(errand.isUnderWay()).isTrue();
        assertThat(errand.isUnderWay()).isFalse();
        errand.ask();
        assertThat(errand.isUnderWay()).isTrue();

        thread.runAll();

        assertThat(errand.isUnderWay()).isFalse();
    }

    @Test
    void taskThatWasAskedForWhileItRanIsUnderWayAfterwards() {
        during = errand::ask;
        errand.ask();
        thread.runNext();

        assertThat(errand.isUnderWay()).isTrue();
    }

    @Test
    void taskThatThrewIsNotUnderWay() {
        during = () -> {
            throw new IllegalStateException("broken");
        };
        errand.ask();

        assertThatIllegalStateException().isThrownBy(thread::runAll);
        assertThat(errand.isUnderWay()).isFalse();
    }

    @Test
    void askingAThreadThatHasEndedIsHarmless() {
        thread.shutdown();

        assertThatNoException().isThrownBy(errand::ask);
    }
}
