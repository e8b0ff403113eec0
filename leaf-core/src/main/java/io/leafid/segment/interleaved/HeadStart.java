package io.leafid.segment.interleaved;

import io.leafid.text.DurationText;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Time that one database has for an answer before the next one is asked beside it. Immutable.
 *
 * @param duration the time
 * @param executor runs the questions
 */
record HeadStart(Duration duration, Executor executor) {

    /**
     * Asks, and waits for as long; what comes later is dropped. Without a thread it is asked here.
     *
     * @param forgotten is told if it was not asked at all
     */
    <T> T ask(Supplier<T> question, Runnable forgotten) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            executor.execute(() -> run(question, forgotten, answer));
        } catch (RejectedExecutionException ex) {
            return question.get();
        }
        try {
            return answer.get(duration.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException ex) {
            throw (ex.getCause() instanceof RuntimeException reason) ? reason : new IllegalStateException(ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException ex) {
            // another database is asked
        }
        answer.cancel(false);
        throw new IllegalStateException("it has not answered within " + DurationText.of(duration));
    }

    private static <T> void run(Supplier<T> question, Runnable forgotten, CompletableFuture<T> answer) {
        if (answer.isDone()) {
            forgotten.run();
            return;
        }
        try {
            answer.complete(question.get());
        } catch (RuntimeException | Error ex) {
            answer.completeExceptionally(ex);
        }
    }
}
