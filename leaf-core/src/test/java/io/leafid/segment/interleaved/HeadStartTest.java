package io.leafid.segment.interleaved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The question to a database that is given time before another one is asked, and what becomes of one that was not put. */
class HeadStartTest extends InterleavedScene {

    private final Queue<Runnable> queue = new ArrayDeque<>();

    @Test
    void withoutAThreadTheCallerAsks() {
        HeadStart start = new HeadStart(Duration.ofSeconds(1), task -> {
            throw new RejectedExecutionException("no thread");
        });

        assertThat(start.<String>ask(() -> "answer", () -> {})).isEqualTo("answer");
    }

    @Test
    void interruptedCallerStaysInterruptedAndItsQuestionIsForgotten() {
        HeadStart start = new HeadStart(Duration.ofSeconds(1), queue::add);
        StringBuilder done = new StringBuilder();
        Thread.currentThread().interrupt();

        assertThatIllegalStateException()
                .isThrownBy(() -> start.ask(() -> done.append("asked"), () -> done.append("forgotten")))
                .withMessage("it has not answered within 1 second");
        assertThat(Thread.interrupted()).isTrue();
        queue.remove().run();
        assertThat(done).hasToString("forgotten");
    }

    /** It would count as one that hangs, and its database as one that is slow. */
    @Test
    void allocationThatWasForgottenCountsForNothing() {
        AtomicBoolean isBusy = new AtomicBoolean();
        Executor executor = task -> {
            if (isBusy.get()) {
                queue.add(task);
            } else {
                task.run();
            }
        };
        InterleavedSegmentStore other = storeOf(executor, LOAD_TIMEOUT, database("a", 0, a), database("b", 1, b));
        other.findAll();
        isBusy.set(true);
        Thread.currentThread().interrupt();
        assertThatIllegalStateException().isThrownBy(() -> other.allocate("order", 10, 0));
        assertThat(Thread.interrupted()).isTrue();
        queue.forEach(Runnable::run);
        isBusy.set(false);
        time.advance(LOAD_TIMEOUT);

        assertThat(other.allocate("order", 10, 0).size()).isEqualTo(10);
        assertThat(events).isEmpty();
    }
}
