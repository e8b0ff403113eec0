package io.leafid.segment.interleaved;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One question to several databases, asked beside each other. Thread-safe. */
final class ConcurrentReads {

    private final CountDownLatch ended;
    private final CountDownLatch firstAnswer = new CountDownLatch(1);
    private final AtomicInteger open;
    private final ConcurrentLinkedQueue<Answer> answers = new ConcurrentLinkedQueue<>();

    private ConcurrentReads(int count) {
        this.ended = new CountDownLatch(count);
        this.open = new AtomicInteger(count);
    }

    /**
     * Asks, and waits: for all, but no longer than the patience once one has answered.
     *
     * @return what came meanwhile, one for each database that has answered or failed
     */
    static List<Answer> of(List<Member> members, Executor executor, Duration patience, Consumer<Member> question) {
        ConcurrentReads reads = new ConcurrentReads(members.size());
        for (Member member : members) {
            try {
                executor.execute(() -> reads.ask(member, question));
            } catch (RuntimeException ex) { // closed
                reads.end(new Answer(member, ex));
            } catch (Error ex) { // no thread to be had
                reads.end(new Answer(member, new IllegalStateException(ex)));
            }
        }
        return reads.await(patience);
    }

    private void ask(Member member, Consumer<Member> question) {
        try {
            question.accept(member);
            end(new Answer(member, null));
        } catch (RuntimeException ex) {
            end(new Answer(member, ex));
        } catch (Error ex) {
            end(new Answer(member, new IllegalStateException(ex)));
            throw ex;
        }
    }

    private void end(Answer answer) {
        answers.add(answer);
        if (answer.failure() == null || open.decrementAndGet() == 0) {
            firstAnswer.countDown();
        }
        ended.countDown();
    }

    private List<Answer> await(Duration patience) {
        try {
            if (!ended.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                firstAnswer.await();
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
        return List.copyOf(answers);
    }

    /**
     * The answer of one database.
     *
     * @param member the database
     * @param failure why it has not answered; {@code null} if it has
     */
    record Answer(Member member, @Nullable RuntimeException failure) {}
}
