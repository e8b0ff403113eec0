package io.leafid.benchmarks.latency;

import java.time.Duration;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * Calls that are due at set times, whatever the calls before them took. The time of a call counts from when it was due, so
 * that a call which holds up those after it is seen in all of them (no coordinated omission). One thread only.
 */
final class OpenLoop {

    private static final long LONGEST = TimeUnit.MINUTES.toNanos(1);
    private static final int DIGITS = 3;

    private final LongSupplier ids;
    private final Histogram times = new Histogram(LONGEST, DIGITS);
    private long failed;
    private long last = -1;

    OpenLoop(LongSupplier ids) {
        this.ids = ids;
    }

    /** Event that happens beside the calls, once. */
    record Event(Duration at, Runnable action) {}

    /**
     * Times of the calls.
     *
     * @param times in nanoseconds
     * @param failed how many have thrown
     */
    record Outcome(Histogram times, long failed) {}

    /** Makes so many calls a second for so long. */
    Outcome run(int perSecond, Duration length, List<Event> events) {
        Timer beside = new Timer(true);
        events.forEach(event -> beside.schedule(task(event.action()), event.at().toMillis()));
        long gap = TimeUnit.SECONDS.toNanos(1) / perSecond;
        long begin = System.nanoTime();
        for (long call = 0; call < perSecond * length.toSeconds(); call++) {
            callAt(begin + call * gap);
        }
        beside.cancel();
        return new Outcome(times, failed);
    }

    private static TimerTask task(Runnable action) {
        return new TimerTask() {

            @Override
            public void run() {
                action.run();
            }
        };
    }

    /** Spins until the call is due: a thread that parks wakes up later than the calls take. */
    private void callAt(long due) {
        while (System.nanoTime() - due < 0) {
            Thread.onSpinWait();
        }
        try {
            long id = ids.getAsLong();
            if (id <= last) {
                throw new AssertionError("id " + id + " after id " + last);
            }
            last = id;
        } catch (RuntimeException ex) {
            failed++;
        }
        times.recordValue(Math.min(LONGEST, Math.max(1, System.nanoTime() - due)));
    }
}
