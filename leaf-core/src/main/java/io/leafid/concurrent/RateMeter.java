package io.leafid.concurrent;

/**
 * Ids per second that a tag has lately handed out, measured when it is read. Thread-safe.
 *
 * <p>The hot path counts nothing: the rate is the difference of two readings of the ids issued, at least a second apart.
 */
public final class RateMeter {

    private static final long WINDOW_NANOS = 1_000_000_000L;

    private volatile Reading last;

    /** Begins to measure at a moment of the nano clock, with none handed out. */
    public RateMeter(long nowNanos) {
        this.last = new Reading(nowNanos, 0, 0);
    }

    /** Takes a reading and returns the ids per second since the reading before. */
    public double read(long issued, long nowNanos) {
        Reading before = last;
        long elapsed = nowNanos - before.atNanos;
        if (elapsed < WINDOW_NANOS) {
            return before.idsPerSecond;
        }
        double rate = Math.max(0, issued - before.issued) * 1e9 / elapsed;
        last = new Reading(nowNanos, issued, rate); // of two readers at once either may win
        return rate;
    }

    private record Reading(long atNanos, long issued, double idsPerSecond) {}
}
