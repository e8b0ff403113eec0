package io.leafid.chaos;

import io.leafid.time.TimeSource;
import java.util.concurrent.atomic.AtomicLong;

/** How long this process has not run at all, stopped by a signal or by a machine that is busy. Thread-safe. */
final class Pauses implements Runnable {

    private static final long BEAT_NANOS = 20_000_000;
    private static final long LONGEST_BEAT_NANOS = 10 * BEAT_NANOS;

    private final AtomicLong total = new AtomicLong();

    private Pauses() {}

    /** Watches from now on, on a thread of its own. */
    static Pauses watched() {
        Pauses pauses = new Pauses();
        Thread thread = new Thread(pauses, "pauses");
        thread.setDaemon(true);
        thread.start();
        return pauses;
    }

    /** Nanoseconds until now. */
    long totalNanos() {
        return total.get();
    }

    @Override
    public void run() {
        long last = System.nanoTime();
        while (true) {
            TimeSource.system().parkNanos(BEAT_NANOS);
            long now = System.nanoTime();
            if (now - last > LONGEST_BEAT_NANOS) {
                total.addAndGet(now - last);
            }
            last = now;
        }
    }
}
