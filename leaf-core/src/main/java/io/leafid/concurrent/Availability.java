package io.leafid.concurrent;

import io.leafid.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The availability of a store or a registry, judged by the calls that are made anyway; tells of each change once. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - Every change is one compare-and-set of `status`; the thread that wins it, and no other, tells the listener.
 *   - An outage keeps the time at which it began, whatever else is learnt about it.
 *   - Success and failure of calls that overlap may be seen in either order; the next call settles it.
 *   - A call that began before the end of an outage, and fails after it, begins no other outage.
 * </pre>
 */
public final class Availability {

    private final TimeSource time;
    private final Listener listener;
    private final AtomicReference<Status> status = new AtomicReference<>(Status.UNKNOWN);
    private volatile long upSinceNanos; // written before `status` says so

    /** Nothing is known yet; the listener is called on the thread that reports, and returns at once. */
    public Availability(TimeSource time, Listener listener) {
        this.time = time;
        this.listener = listener;
    }

    /** The state that is known now. */
    public Status status() {
        return Objects.requireNonNull(status.get()); // never set to null
    }

    /** Notes a call that was answered. */
    public void succeeded() {
        answered(null);
    }

    /** Notes a call that was answered, and why the answer was a refusal if it was one. */
    public void answered(@Nullable String refusal) {
        Status before = status();
        if (before.state == State.UP) {
            status.compareAndSet(before, before.withReason(refusal));
            return;
        }
        Instant now = time.now();
        upSinceNanos = time.nanoTime();
        boolean changed = status.compareAndSet(before, new Status(State.UP, now, refusal));
        if (changed && before.since != null) {
            listener.up(now, Duration.between(before.since, now));
        }
    }

    /**
     * Notes a call that failed or was not answered in time, begun at {@code begunNanos}. While it is down already the first reason
     * stays; one that began before it came up says nothing.
     *
     * @return whether it was not known to be down, and is now
     */
    public boolean failed(String reason, long begunNanos) {
        Status before = status();
        if (before.state == State.DOWN || (before.state == State.UP && begunNanos - upSinceNanos < 0)) {
            return false;
        }
        Instant now = time.now();
        if (!status.compareAndSet(before, new Status(State.DOWN, now, reason))) {
            return false;
        }
        listener.down(now, reason);
        return true;
    }

    /**
     * Replaces the reason of an outage by a better one; does nothing unless it is down.
     *
     * @return the reason that was replaced; {@code null} if none was
     */
    public @Nullable String explained(String reason) {
        Status before = status();
        boolean replaced = before.state == State.DOWN && status.compareAndSet(before, before.withReason(reason));
        return replaced ? before.reason : null;
    }

    /** The states that can be known. */
    public enum State {
        /** No call was made yet. */
        UNKNOWN,
        /** The last call was answered. */
        UP,
        /** The last call failed or was not answered in time, or one hangs; it is asked again after a while. */
        DOWN,
        /** It answers, but grants no ids as it is configured, or none of a tag whose row was rewound; an operator has to act. */
        REFUSED
    }

    /**
     * The state, and since when and why it is so. Immutable.
     *
     * @param state what is known
     * @param since since when, by this process's clock; {@code null} before the first call
     * @param reason why the calls fail or nothing is granted; if it is up, why the last answer was a refusal; {@code null} otherwise
     */
    public record Status(
            State state, @Nullable Instant since, @Nullable String reason) {

        /** Before the first call. */
        public static final Status UNKNOWN = new Status(State.UNKNOWN, null, null);

        private Status withReason(@Nullable String newReason) {
            return (reason == null && newReason == null) ? this : new Status(state, since, newReason);
        }
    }

    /** Receiver of the changes. */
    public interface Listener {

        /** It answers again, after an outage. */
        void up(Instant at, Duration outage);

        /** It has begun to fail. */
        void down(Instant at, String reason);
    }
}
