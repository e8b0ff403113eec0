package io.leafid.lease;

import java.time.Duration;

/**
 * Gate before the mark alone: decides whether a silent registry may be taken for one that is unavailable. For the disk thread
 * alone.
 *
 * <p>As long as each mark is made while the one before still covers the present, the keeper has watched all along. A process
 * that was stopped, or a machine that was suspended, wakes up with broken connections: its first calls fail although the
 * registry is there and may have given the worker id to another. So after such a gap only calls count that began since: the
 * first one may use what broke during the pause, the second one makes a new connection.
 */
final class UnattendedGate {

    private final long timeoutNanos;
    private boolean isInGap;
    private long gapSinceNanos;
    private long answersBefore;

    /** Makes an open gate; {@code timeout} is how long calls have to fail after a gap, at the least. */
    UnattendedGate(Duration timeout) {
        this.timeoutNanos = timeout.toNanos();
    }

    /**
     * Returns whether the mark may go beyond what the registry has confirmed.
     *
     * @param nowMillis the wall clock
     * @param nowNanos the clock that never steps
     * @param markedEndMillis where the last mark of this run stands; 0 if there is none yet
     * @param silence the calls that the registry has not answered; an answer ends the gap
     */
    boolean isOpen(long nowMillis, long nowNanos, long markedEndMillis, RegistrySilence silence) {
        boolean isUncovered = markedEndMillis > 0 && nowMillis >= markedEndMillis;
        if (isUncovered && (!isInGap || silence.answers() != answersBefore)) {
            gapSinceNanos = nowNanos;
            answersBefore = silence.answers();
        }
        isInGap = isUncovered;
        return !isInGap || (silence.hasTwoFailuresSince(gapSinceNanos) && nowNanos - gapSinceNanos >= timeoutNanos);
    }
}
