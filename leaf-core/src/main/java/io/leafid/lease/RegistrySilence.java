package io.leafid.lease;

/**
 * The calls to the registry that it has not answered since its last answer. Immutable.
 *
 * @param answers how many calls it answered before, which tells one silence from another
 * @param failures how many calls have failed since
 * @param lastBeganNanos when the last of these began
 * @param lastButOneBeganNanos when the one before began
 */
record RegistrySilence(long answers, int failures, long lastBeganNanos, long lastButOneBeganNanos) {

    static final RegistrySilence NONE = new RegistrySilence(0, 0, 0, 0);

    RegistrySilence answered() {
        return new RegistrySilence(answers + 1, 0, 0, 0);
    }

    RegistrySilence failed(long beganNanos) {
        return new RegistrySilence(answers, failures + 1, beganNanos, lastBeganNanos);
    }

    /** Returns whether two calls have failed that began at a given time or later; calls are made one after the other. */
    boolean hasTwoFailuresSince(long nanos) {
        return failures >= 2 && lastButOneBeganNanos - nanos >= 0;
    }
}
