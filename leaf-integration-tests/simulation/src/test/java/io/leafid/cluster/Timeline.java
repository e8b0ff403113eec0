package io.leafid.cluster;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The one loop of events of a cluster, in true time. A strand that waits runs the loop itself until another strand has to go on, and then
 * passes its turn to that one. Who waits without a strand lets others go on meanwhile, on the same stack; that delays the one who waits
 * further at times, as any scheduler may. One thread at a time.
 */
final class Timeline {

    /** So deep those who wait may lie upon each other; what comes above only lets time pass. */
    private static final int DEPTH = 6;

    /** So late a strand wakes at most after what it has waited for. */
    private static final int LATE_NANOS = 40_000;

    /** What is slept for; those who sleep are not asked whether it has come. */
    private static final BooleanSupplier NEVER = Timeline::never;

    private final Queue<Entry> entries =
            new PriorityQueue<>(Comparator.comparingLong(Entry::due).thenComparingLong(Entry::number));
    private final List<Waiter> waiters = new ArrayList<>();
    private final Set<Strand> waiting = new LinkedHashSet<>();
    private final AtomicLong happened = new AtomicLong();
    private final Strand.Caller caller = new Strand.Caller(Strand.Caller.MOST, happened::get);
    private Goal goal = new Goal(0, NEVER);
    private @Nullable Strand current;
    private @Nullable Strand woken;
    private @Nullable Throwable failure;
    private long now;
    private long delayed;
    private long numbered;
    private int depth;
    private long hash = 17;
    private boolean isStopped;

    private static boolean never() {
        return false;
    }

    /** True nanoseconds since the beginning. */
    long now() {
        return now;
    }

    /** Mixes something that has happened into the fingerprint of the run. */
    void mix(long what) {
        hash = (hash * 31 + what) * 0x9E3779B97F4A7C15L + now;
    }

    long fingerprint() {
        return hash;
    }

    /** Nothing more happens; who waits returns. */
    void stop() {
        isStopped = true;
    }

    /** Ends all strands; their processes have been killed. */
    void end() {
        isStopped = true;
        while (!waiting.isEmpty()) {
            Strand strand = waiting.iterator().next();
            waiting.remove(strand);
            lend(strand, new Goal(now, NEVER));
        }
    }

    /** The strand that runs; {@code null} in the loop. */
    @Nullable Strand current() {
        return current;
    }

    /** Plans something, of a process or of the world. */
    void at(long due, @Nullable Run run, Runnable action) {
        entries.add(new Entry(Math.max(due, now), numbered++, run, action));
    }

    /** Lets time pass. */
    void advanceTo(long until) {
        advance(until, NEVER);
    }

    /** Lets time pass until something is so, or the time is over. */
    private void advance(long until, BooleanSupplier isDone) {
        Goal wanted = new Goal(until, isDone);
        depth++;
        try {
            while (depth <= DEPTH && !isReached(wanted)) {
                Strand next = runNext();
                if (next != null) {
                    lend(next, wanted);
                }
            }
        } finally {
            depth--;
        }
        if (!isDone.getAsBoolean()) {
            now = Math.max(now, until);
        }
    }

    private boolean isReached(Goal wanted) {
        Entry next = entries.peek();
        return failure != null || wanted.isDone.getAsBoolean() || next == null || next.due > wanted.until || isStopped;
    }

    /** Strands have the turn until a goal is reached. */
    private void lend(Strand strand, Goal wanted) {
        goal = wanted;
        giveTurn(strand);
        caller.awaitTurn();
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
    }

    private void giveTurn(Strand strand) {
        current = strand;
        strand.goOn(this);
    }

    /** Runs a strand, and those that come after it, on a thread that has the turn, until that goes to another one. */
    void carry(Strand.Carrier thread, Strand first) {
        for (Strand strand = first; strand != null; strand = nextFor(thread)) {
            current = strand;
            try {
                strand.runOn(thread);
            } catch (RuntimeException | Error ex) {
                failure = ex;
            }
            current = null;
            look();
        }
    }

    /** The next strand that begins, for a thread whose own has ended; {@code null} if the turn has gone to another one. */
    private @Nullable Strand nextFor(Strand.Carrier thread) {
        Strand next = runLoop();
        if (next == null) {
            thread.rest();
            caller.goOn();
            return null;
        }
        if (next.isUnderWay()) {
            thread.rest();
            giveTurn(next);
            return null;
        }
        return next;
    }

    /** What comes next, up to a strand that has to go on; {@code null} if the goal is reached. */
    private @Nullable Strand runLoop() {
        Strand next = null;
        while (next == null && !isReached(goal)) {
            next = runNext();
        }
        return next;
    }

    /** A process waits for some time. */
    void sleep(Run run, long nanos) {
        var unused = await(run, nanos, NEVER);
    }

    /** Others run for some time, or as long as the process is paused, although it does not want to wait. */
    void preempt(Run run, long nanos) {
        preempt(run, nanos, NEVER);
    }

    /** The same until something is so, at most. */
    void preempt(Run run, long nanos, BooleanSupplier isDone) {
        Strand strand = current;
        long before = now - delayed();
        var unused = await(run, nanos, isDone);
        long lost = now - delayed() - before;
        if (strand == null) {
            delayed += lost;
        } else {
            strand.delayedBy(lost);
        }
    }

    /** For how long the strand that runs, or who calls without one, has been kept from running. */
    long delayed() {
        return (current == null) ? delayed : current.delayed();
    }

    /** A process waits; returns whether what it waits for has come. */
    boolean await(Run run, long nanos, BooleanSupplier isDone) {
        run.requireAlive();
        Strand strand = current;
        if (strand == null) {
            advance(now + nanos, isDone);
        } else {
            handOver(strand, Math.max(0, nanos), Math.max(0, nanos), isDone);
        }
        while (run.isAlive() && run.pausedUntil() > now) {
            if (strand == null) {
                advanceTo(run.pausedUntil());
            } else {
                handOver(strand, run.pausedUntil() - now, 0, NEVER);
            }
        }
        run.requireAlive();
        return isDone.getAsBoolean();
    }

    /** Lets others go on for some time, of which the strand wanted so much. */
    private void handOver(Strand strand, long nanos, long wanted, BooleanSupplier isDone) {
        if (isDone.getAsBoolean()) {
            return;
        }
        long before = now;
        Waiter waiter = new Waiter(strand, isDone);
        if (isDone != NEVER) {
            waiters.add(waiter);
        }
        waiting.add(strand);
        at(now + nanos, null, () -> wake(waiter));
        passTurn(strand);
        strand.delayedBy(now - before - wanted);
    }

    private void passTurn(Strand strand) {
        current = null;
        look();
        Strand next = runLoop();
        if (next == null) {
            caller.goOn();
        } else if (next != strand) {
            giveTurn(next);
        }
        if (next != strand) {
            strand.keepPlace();
        }
        current = strand;
    }

    private void wake(Waiter waiter) {
        if (!waiter.isAwake && waiting.remove(waiter.strand)) {
            waiter.isAwake = true;
            waiters.remove(waiter);
            woken = waiter.strand;
        }
    }

    /** Those whose condition has come true wake soon. */
    private void look() {
        for (int i = waiters.size() - 1; i >= 0; i--) {
            Waiter waiter = waiters.get(i);
            if (waiter.isDone.getAsBoolean()) {
                waiters.remove(i);
                at(now + waiter.strand.run().random().nextInt(LATE_NANOS), null, () -> wake(waiter));
            }
        }
    }

    /** Runs what is due next; returns the strand that has to go on for it. */
    private @Nullable Strand runNext() {
        Entry next = entries.remove();
        happened.incrementAndGet();
        now = Math.max(now, next.due);
        Run run = next.run;
        Strand strand = null;
        if (run == null) {
            next.action.run();
            strand = woken;
            woken = null;
        } else if (run.isAlive()) {
            strand = runOf(run, next);
        }
        if (strand == null) {
            look();
        }
        return strand;
    }

    private @Nullable Strand runOf(Run run, Entry entry) {
        if (run.pausedUntil() > now) {
            entries.add(new Entry(run.pausedUntil(), entry.number, run, entry.action));
            return null;
        }
        if (run.hasStrands()) {
            return new Strand(run, entry.action);
        }
        try {
            entry.action.run();
        } catch (Run.Killed ex) {
            if (run.isAlive()) {
                run.kill(); // another process has ended, in the midst of whose step on the disk this one was
            }
        }
        return null;
    }

    /** What is planned. */
    private record Entry(long due, long number, @Nullable Run run, Runnable action) {}

    /** Until when the loop runs, or until what is so. */
    private record Goal(long until, BooleanSupplier isDone) {}

    /** A strand that waits for something. */
    private static final class Waiter {

        private final Strand strand;
        private final BooleanSupplier isDone;
        private boolean isAwake;

        Waiter(Strand strand, BooleanSupplier isDone) {
            this.strand = strand;
            this.isDone = isDone;
        }
    }
}
