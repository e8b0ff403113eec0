package io.leafid.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.leafid.test.time.ManualExecutor;
import io.leafid.testing.CapturedLog;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** How a task is requested that may hang. */
class CoalescingTaskTest {

    private final ManualExecutor thread = new ManualExecutor().defer();
    private int runs;
    private Runnable during = () -> {};
    private final CoalescingTask task = new CoalescingTask(thread, () -> {
        runs++;
        during.run();
    });

    @Test
    void oneRunWaitsHoweverManyAreRequested() {
        task.request();
        task.request();

        assertThat(thread.queued()).isEqualTo(1);
    }

    @Test
    void requestDuringARunHasItRunOnceMore() {
        during = () -> {
            during = () -> {};
            task.request();
            task.request();
        };
        task.request();
        thread.runAll();

        assertThat(runs).isEqualTo(2);
    }

    @Test
    void taskIsUnderWayFromTheRequestToTheEnd() {
        during = () -> assertThat(task.isUnderWay()).isTrue();
        assertThat(task.isUnderWay()).isFalse();
        task.request();
        assertThat(task.isUnderWay()).isTrue();

        thread.runAll();

        assertThat(task.isUnderWay()).isFalse();
    }

    @Test
    void taskRequestedDuringARunIsUnderWayAfterwards() {
        during = task::request;
        task.request();
        thread.runNext();

        assertThat(task.isUnderWay()).isTrue();
    }

    @Test
    void taskThatThrewIsNotUnderWay() {
        during = () -> {
            throw new IllegalStateException("of the task");
        };
        task.request();

        assertThatNoException().isThrownBy(thread::runAll);
        assertThat(task.isUnderWay()).isFalse();
    }

    @Test
    void requestAfterOneThatWasRejectedIsCarriedOut() {
        thread.refuseWith(() -> {
            throw new RejectedExecutionException("for now");
        });
        assertThatNoException().isThrownBy(task::request);
        assertThat(task.isUnderWay()).isFalse();

        thread.refuseNothing();
        task.request();
        thread.runAll();

        assertThat(runs).isEqualTo(1);
    }

    @Test
    void requestToAThreadThatHasEndedDoesNothing() {
        thread.shutdown();

        assertThatNoException().isThrownBy(task::request);
        assertThat(task.isUnderWay()).isFalse();
    }

    @Test
    void whatCannotBeDoneIsLogged() {
        try (CapturedLog log = new CapturedLog("io.leafid.concurrent")) {
            during = () -> {
                throw new IllegalStateException("of the task");
            };
            task.request();
            thread.runAll();
            assertThat(log.warnings()).containsExactly("a task failed and is tried again");
        }
    }
}
