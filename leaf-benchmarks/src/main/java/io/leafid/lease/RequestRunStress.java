package io.leafid.lease;

import io.leafid.concurrent.CoalescingTask;
import io.leafid.testing.HandedTasks;
import java.util.ArrayDeque;
import java.util.Queue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A report requests a renewal while one that was requested before begins. */
@JCStressTest
@Outcome(
        id = "1, 1",
        expect = Expect.ACCEPTABLE,
        desc = "the waiting run came late enough to see the change; it was the only one")
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "the request found the run begun, and another one followed")
@Outcome(
        id = "0, .*",
        expect = Expect.FORBIDDEN,
        desc = "the request is lost: it was left to a run that had read the state before the change")
@Outcome(expect = Expect.FORBIDDEN, desc = "more runs than requests, or none")
@State
public class RequestRunStress {

    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private final CoalescingTask task = new CoalescingTask(new HandedTasks(this::add), this::run);
    private volatile int change;
    private int seen;
    private int runs;

    /** A run waits. */
    public RequestRunStress() {
        task.request();
    }

    private void run() {
        seen = change;
        runs++;
    }

    /** The thread. */
    @Actor
    public void thread() {
        runNext();
    }

    /** The change and the request. */
    @Actor
    public void request() {
        change = 1;
        task.request();
    }

    /** Notes what the last run has seen, when no run waits any more. */
    @Arbiter
    public void afterwards(II_Result result) {
        boolean isMore = true;
        while (isMore) {
            isMore = runNext();
        }
        result.r1 = seen;
        result.r2 = runs;
    }

    private synchronized void add(Runnable action) {
        waiting.add(action);
    }

    private boolean runNext() {
        Runnable next;
        synchronized (this) {
            next = waiting.poll();
        }
        if (next == null) {
            return false;
        }
        next.run();
        return true;
    }
}
