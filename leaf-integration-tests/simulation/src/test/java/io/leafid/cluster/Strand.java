package io.leafid.cluster;

import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a process that is simulated. It has a real one from its start to its end, so that it keeps its place in the midst of a
 * call; but of all of them one alone runs at any moment, and hands over at points that the schedule decides about.
 */
final class Strand {

    private final Run run;
    private final Runnable action;
    private @Nullable Carrier carrier;
    private long delayed;
    private long parked;

    Strand(Run run, Runnable action) {
        this.run = run;
        this.action = action;
    }

    Run run() {
        return run;
    }

    /** Whether it waits in the midst of what it does. */
    boolean isUnderWay() {
        return carrier != null;
    }

    /** Does from beginning to end what it is there for, on a thread, whose turn may pass to others meanwhile. */
    void runOn(Carrier thread) {
        carrier = thread;
        try {
            action.run();
        } catch (Run.Killed ex) {
            // its process has ended in the midst of it
        }
    }

    /** Its thread has the turn: it goes on, or begins on one that is idle. */
    void goOn(Timeline timeline) {
        if (carrier == null) {
            Carrier.idle().begin(timeline, this);
        } else {
            carrier.goOn();
        }
    }

    /** Keeps its place until its turn comes. */
    void keepPlace() {
        if (carrier != null) {
            carrier.awaitTurn();
        }
    }

    /** It has been kept from running for longer than it wanted to wait. */
    void delayedBy(long nanos) {
        delayed += Math.max(0, nanos);
    }

    /** Sets how long it has waited by its own will, and returns what that was. */
    long parked(long nanos) {
        long before = parked;
        parked = nanos;
        return before;
    }

    /** For how long it has been kept from running. */
    long delayed() {
        return delayed;
    }

    /**
     * A real thread, which runs one strand after another, and the loop of events in between and while its strand waits. So the turn passes
     * to another thread only where another strand has to go on.
     */
    static final class Carrier extends Thread {

        /** Threads are used again, by all clusters. */
        private static final Deque<Carrier> IDLE = new ConcurrentLinkedDeque<>();

        private final Semaphore turn = new Semaphore(0);
        private @Nullable Timeline timeline;
        private @Nullable Strand first;

        private Carrier() {
            super("simulated");
            setDaemon(true);
        }

        /** One that has nothing to do. */
        static Carrier idle() {
            Carrier found = IDLE.pollFirst();
            if (found == null) {
                found = new Carrier();
                found.start();
            }
            return found;
        }

        @Override
        public void run() {
            while (true) {
                awaitTurn();
                if (timeline != null && first != null) {
                    timeline.carry(this, first);
                }
            }
        }

        private void begin(Timeline of, Strand strand) {
            timeline = of;
            first = strand;
            goOn();
        }

        /** The process that it runs a strand of now. */
        @Nullable Run process() {
            Strand running = (timeline == null) ? null : timeline.current();
            return (running == null) ? null : running.run();
        }

        /** Has nothing more to do. Called before the turn goes to another one. */
        void rest() {
            timeline = null;
            first = null;
            IDLE.addFirst(this);
        }

        void goOn() {
            turn.release();
        }

        private void awaitTurn() {
            turn.acquireUninterruptibly();
        }
    }

    /** Where the caller of a timeline waits while strands have the turn. */
    static final class Caller {

        /** In so long something happens on the timeline, unless a strand waits for what that does not know. */
        static final Duration MOST = Duration.ofMinutes(2);

        private final Semaphore turn = new Semaphore(0);
        private final Duration most;
        private final LongSupplier happened;

        /** A caller that waits as long as what has happened becomes more, looked at once in a time. */
        Caller(Duration most, LongSupplier happened) {
            this.most = most;
            this.happened = happened;
        }

        void goOn() {
            turn.release();
        }

        void awaitTurn() {
            try {
                long before = happened.getAsLong();
                while (!turn.tryAcquire(most.toMillis(), TimeUnit.MILLISECONDS)) {
                    long now = happened.getAsLong();
                    if (now == before) {
                        throw new IllegalStateException("a thread waits for what is not simulated");
                    }
                    before = now;
                }
            } catch (InterruptedException ex) {
                throw new IllegalStateException("interrupted", ex);
            }
        }
    }
}
