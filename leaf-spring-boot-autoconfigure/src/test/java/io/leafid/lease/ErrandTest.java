package io.leafid.lease;

import static org.assertj.core.api.Assertions.assertThat;
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
    void taskThatThrewIsNotUnderWayAndSparesItsThread() {
        during = () -> {
            throw new OutOfMemoryError("of the task");
        };
        errand.ask();

        assertThatNoException().isThrownBy(thread::runAll);
        assertThat(errand.isUnderWay()).isFalse();
    }

    @Test
    void requestAfterOneThatFoundNoThreadIsCarriedOut() {
        thread.refuseWith(() -> {
            throw new OutOfMemoryError("unable to create native thread");
        });
        assertThatNoException().isThrownBy(errand::ask);
        assertThat(errand.isUnderWay()).isFalse();

        thread.refuseNothing();
        for (int i = 0; i < 50; i++) {
            errand.ask();
            thread.runAll();
        }

        assertThat(runs).isEqualTo(50);
    }

    @Test
    void askingAThreadThatHasEndedIsHarmless() {
        thread.shutdown();

        assertThatNoException().isThrownBy(errand::ask);
    }
}
