package io.leafid.segment.interleaved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.leafid.segment.store.TagRow;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is read of all databases at once, where some are late, away, or cannot be asked. */
@Timeout(300)
class ConcurrentReadsTest extends InterleavedScene {

    private static final Duration SHORT = InterleavedSettings.SHORTEST_LOAD_TIMEOUT;

    private final BlockingQueue<Runnable> questions = new LinkedBlockingQueue<>();
    private volatile Executor executor = Runnable::run;
    private final InterleavedSegmentStore impatient =
            storeOf(task -> executor.execute(task), SHORT, database("a", 0, a), database("b", 1, b));

    /** On a thread that waits once its patience is over: then there is no limit to its wait. */
    private CompletableFuture<Optional<TagRow>> findOnAThread(String tag) {
        executor = questions::add;
        CompletableFuture<Optional<TagRow>> result = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                result.complete(impatient.find(tag));
            } catch (RuntimeException ex) {
                result.completeExceptionally(ex);
            }
        });
        caller.setDaemon(true);
        caller.start();
        await().until(() -> questions.size() == 2 && caller.getState() == Thread.State.WAITING);
        return result;
    }

    @Test
    void rowIsTheHighestOfAll() {
        store.findAll();
        a.with("user", 100, 5);
        b.with("user", 200, 5);
        assertThat(store.find("user")).contains(new TagRow("user", 801, 5));
        a.with("user", 300, 5);
        assertThat(store.find("user")).contains(new TagRow("user", 1_200, 5));
        b.with("user", 500, 0);
        assertThat(store.find("user"))
                .as("a valid one counts before a higher one that is not")
                .contains(new TagRow("user", 1_200, 5));
        a.with("user", -1, 5);
        assertThat(store.find("user")).as("none is valid").map(TagRow::isValid).contains(false);
    }

    @Test
    void counterThatHasNoIdIsShownAsItStands() {
        InterleavedSegmentStore alone = storeOf(database("b", 1, b));
        alone.findAll();
        long ceiling = new Slot(1, SLOTS).ceiling();

        b.with("user", -5, 5);
        assertThat(alone.find("user")).contains(new TagRow("user", -5, 5));
        b.with("user", 0, 5);
        assertThat(alone.find("user")).contains(new TagRow("user", 1, 5));
        b.with("user", ceiling, 5);
        assertThat(alone.find("user")).contains(new TagRow("user", ceiling * 4 + 1, 5));
        b.with("user", ceiling + 1, 5);
        assertThat(alone.find("user")).contains(new TagRow("user", ceiling + 1, 5));
    }

    @Test
    void databaseThatRestsIsNotAskedUnlessAllDo() {
        store.findAll();
        b.memory.goDown();
        store.findAll();
        int asked = b.memory.calls();
        store.findAll();
        assertThat(b.memory.calls()).isEqualTo(asked);

        a.memory.goDown();
        assertThatIllegalStateException().isThrownBy(store::findAll);
        a.memory.comeUp();
        b.memory.comeUp();
        a.with("user", 1, 5);
        assertThat(store.findAll()).extracting(TagRow::tag).contains("user");
    }

    @Test
    void firstAnswerIsWaitedForHoweverLateAndNotTheOthers() {
        impatient.findAll();
        a.with("user", 7, 5);
        CompletableFuture<Optional<TagRow>> found = findOnAThread("user");
        questions.remove().run();

        assertThat(found).succeedsWithin(Duration.ofMinutes(2)).isEqualTo(Optional.of(new TagRow("user", 28, 5)));
    }

    @Test
    void failureOfOneIsNoAnswerAndThatOfAllEndsTheWait() {
        impatient.findAll();
        a.memory.goDown();
        b.with("user", 7, 5);
        CompletableFuture<Optional<TagRow>> found = findOnAThread("user");
        questions.remove().run();
        questions.remove().run();
        assertThat(found).succeedsWithin(Duration.ofMinutes(2)).isEqualTo(Optional.of(new TagRow("user", 29, 5)));

        b.memory.goDown();
        CompletableFuture<Optional<TagRow>> failed = findOnAThread("user");
        questions.remove().run();
        questions.remove().run();
        assertThat(failed)
                .failsWithin(Duration.ofMinutes(2))
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("no database answers");
    }

    @Test
    void databaseThatHasNotAnsweredYetMayHaveTheTag() {
        store.findAll();
        executor = questions::add;
        CompletableFuture<Optional<TagRow>> found = findOnAThread("user"); // before all rows were read once
        questions.remove().run();

        assertThat(found)
                .failsWithin(Duration.ofMinutes(2))
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("database 'b' (slot 1 of 4): it has not answered yet");
    }

    @Test
    void databaseThatCannotBeAskedIsNamedWithTheReason() {
        store.findAll();
        executor = task -> {
            throw new RejectedExecutionException("no thread");
        };

        assertThatIllegalStateException()
                .isThrownBy(impatient::findAll)
                .withMessageContainingAll("'a' (slot 0 of 4): no thread", "'b' (slot 1 of 4): no thread");
    }

    @Test
    void databaseThatThereIsNoMemoryForAThreadForIsNamedAndTheOtherIsRead() {
        store.findAll();
        AtomicInteger left = new AtomicInteger(1);
        executor = task -> {
            if (left.getAndDecrement() > 0) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            task.run();
        };

        assertThat(impatient.findAll()).extracting(TagRow::tag).containsExactly("order");
        left.set(2);
        assertThatIllegalStateException()
                .isThrownBy(impatient::findAll)
                .withMessageContaining("'a' (slot 0 of 4): unable to create native thread");
    }

    @Test
    void errorInOneDatabaseEndsItsReadingAndNoOther() {
        store.findAll();
        a.afterNextReading(() -> {
            throw new StackOverflowError("too deep");
        });
        executor = task -> {
            try {
                task.run();
            } catch (StackOverflowError ex) {
                assertThat(ex).hasMessage("too deep"); // as the thread's own handler sees it
            }
        };

        assertThat(impatient.findAll()).hasSize(1);
        assertThat(impatient.members().get(0).status().reason()).isEqualTo("too deep");
    }

    @Test
    void interruptedCallerEndsItsWaitAndStaysInterrupted() {
        store.findAll();
        executor = questions::add;
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(impatient::findAll);
        assertThat(Thread.interrupted()).isTrue();
    }
}
