package io.leafid.lease;

import java.time.Duration;

/**
 * Decides whether a keeper may take a silent registry for one that is away, so that the mark alone carries on. Thread-safe.
 *
 * <p>As long as each mark is made while the one before still covers the present, the keeper has watched all along. A process
 * that was stopped, or a machine that was suspended, wakes up with broken connections: its first calls fail although the
 * registry is there and may have given the worker id to another. So after such a gap only calls count that began since.
 */
final class AloneGate {

    /** The first call may use what broke during the pause; the second one makes a new connection. */
    private static final int FAILURES_AFTER_A_GAP = 2;

    private final long patienceNanos;
    private boolean isInGap;
    private long gapSinceNanos;
    private int failures;

    /** Makes an open gate; {@code patience} is how long calls have to fail after a gap, at the least. */
    AloneGate(Duration patience) {
        this.patienceNanos = patience.toNanos();
    }

    /**
     * Whether the mark may go beyond what the registry has confirmed.
     *
     * @param nowMillis the wall clock
     * @param nowNanos the clock that never steps
     * @param markedEndMillis where the last mark of this run stands; 0 if there is none yet
     */
    synchronized boolean isOpen(long nowMillis, long nowNanos, long markedEndMillis) {
        boolean isUncovered = markedEndMillis > 0 && nowMillis >= markedEndMillis;
        if (isUncovered && !isInGap) {
            isInGap = true;
            gapSinceNanos = nowNanos;
            failures = 0;
        }
        if (!isUncovered) {
            isInGap = false;
        }
        return !isInGap || (failures >= FAILURES_AFTER_A_GAP && nowNanos - gapSinceNanos >= patienceNanos);
    }

    /** Notes a call to the registry that failed. */
    synchronized void failed(long beganNanos) {
        if (isInGap && beganNanos - gapSinceNanos >= 0) {
            failures++;
        }
    }

    /** Notes a call that the registry answered. */
    synchronized void answered() {
        isInGap = false;
    }
}
