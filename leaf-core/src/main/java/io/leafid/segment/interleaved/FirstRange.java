package io.leafid.segment.interleaved;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.text.DurationText;
import io.leafid.time.Deadline;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One allocation that several databases are asked for, each beside those that have not answered yet. For one thread; the databases
 * are asked on others.
 *
 * <pre>
 * Invariants
 *   - The first range that comes is taken, whichever database grants it, and no other one is: what comes later is discarded.
 *   - A database that was not asked before the end is not asked any more.
 * </pre>
 */
final class FirstRange {

    private final InterleavedSettings settings;
    private final BiFunction<Member, MemberHealth.Call, AllocatedSegment> question;
    private final Deadline deadline;
    private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
    private final Set<Member> open = new HashSet<>();
    private final MemberFailures failures = new MemberFailures();
    private volatile boolean hasEnded;

    FirstRange(InterleavedSettings settings, BiFunction<Member, MemberHealth.Call, AllocatedSegment> question) {
        this.settings = settings;
        this.question = question;
        this.deadline = Deadline.in(settings.loadTimeout(), settings.time());
    }

    /**
     * Asks a database too, and waits until its head start is over or it has failed. Without a thread it is asked here.
     *
     * @return the range that came first, of any database that was asked; {@code null} if there is none yet
     */
    @Nullable AllocatedSegment ask(Member member, MemberHealth.Call call) {
        open.add(member);
        try {
            settings.executor().execute(() -> run(member, call));
        } catch (RuntimeException | Error ex) { // closed, or no thread to be had
            run(member, call);
        }
        return await(Deadline.in(settings.headStart(), settings.time()), () -> open.contains(member));
    }

    private void run(Member member, MemberHealth.Call call) {
        if (hasEnded) {
            member.health().forget(call); // else it would count as one that hangs
            return;
        }
        try {
            answers.add(new Answer(member, question.apply(member, call), null));
        } catch (RuntimeException ex) {
            answers.add(new Answer(member, null, ex));
        } catch (Error ex) {
            answers.add(new Answer(member, null, new IllegalStateException(ex)));
        }
    }

    /** Returns whether a database that was asked has not answered yet. */
    boolean isOpen() {
        return !open.isEmpty();
    }

    /** Returns whether the engine waits no longer: a range that another database granted now would be discarded. */
    boolean isTooLate() {
        return isOpen() && deadline.nanosLeft() <= 0;
    }

    /** Waits for all that were asked, as long as the engine waits. */
    @Nullable AllocatedSegment await() {
        AllocatedSegment range = await(deadline, this::isOpen);
        open.forEach(member -> failures.put(
                member,
                new IllegalStateException("it has not answered within " + DurationText.of(settings.loadTimeout()))));
        return range;
    }

    private @Nullable AllocatedSegment await(Deadline end, BooleanSupplier isAwaited) {
        while (isAwaited.getAsBoolean()) {
            Answer answer = next(Math.min(end.nanosLeft(), deadline.nanosLeft()));
            if (answer == null) {
                return null;
            }
            open.remove(answer.member());
            if (answer.range() != null) {
                return answer.range();
            }
            failures.put(answer.member(), answer.failure());
        }
        return null;
    }

    /** What has come already counts for an interrupted caller, too. */
    private @Nullable Answer next(long nanos) {
        Answer answer = answers.poll();
        if (answer != null) {
            return answer;
        }
        try {
            return answers.poll(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted before a database has granted a range", ex);
        }
    }

    /** Why those that have answered have granted nothing. */
    MemberFailures failures() {
        return failures;
    }

    /** Nothing is waited for any more. */
    void end() {
        hasEnded = true;
    }

    /**
     * The answer of one database.
     *
     * @param range what it grants; {@code null} if it grants nothing
     * @param failure why it grants nothing; {@code null} if it grants a range
     */
    private record Answer(
            Member member,
            @Nullable AllocatedSegment range,
            @Nullable RuntimeException failure) {}
}
