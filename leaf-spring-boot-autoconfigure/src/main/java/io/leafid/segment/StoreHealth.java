package io.leafid.segment;

import io.leafid.LeafEvent;
import io.leafid.PrintableText;
import io.leafid.text.DurationText;
import io.leafid.text.SecretRedactor;
import io.leafid.time.TimeSource;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the store answers, judged by the calls that are made anyway; announces each change once. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - Every change of state is made by one thread under the lock, and announced by that thread outside of it.
 *   - Success and failure of calls that overlap may be seen in either order; the next call settles it.
 * </pre>
 */
final class StoreHealth {

    private static final Logger logger = LoggerFactory.getLogger(StoreHealth.class);

    private final TimeSource time;
    private final Consumer<LeafEvent> listener;
    private volatile StoreStatus status = StoreStatus.UNKNOWN;

    /** Judges a store; the listener returns at once. */
    StoreHealth(TimeSource time, Consumer<LeafEvent> listener) {
        this.time = time;
        this.listener = listener;
    }

    StoreStatus status() {
        return status;
    }

    /** Notes that the store has answered, even if the answer was "no such tag". */
    void succeeded() {
        StoreStatus before = status;
        Instant downSince = before.since();
        if (before.state() == StoreStatus.State.UP) {
            return;
        }
        Instant now = time.now();
        if (replace(before, StoreStatus.up(now)) && downSince != null) {
            Duration outage = Duration.between(downSince, now);
            logger.info("the store of segments answers again, after {}", DurationText.of(outage));
            announce(new LeafEvent.SegmentStoreUp(now, outage));
        }
    }

    /** Notes that the store has failed or has not answered in time. */
    void failed(Throwable failure) {
        StoreStatus before = status;
        if (before.state() == StoreStatus.State.DOWN) {
            learned(failure);
            return;
        }
        Instant now = time.now();
        String reason = rootMessage(failure);
        if (replace(before, StoreStatus.down(now, reason))) {
            logger.warn(
                    "the store of segments fails; until it answers, only what is reserved already is handed out: {}",
                    reason);
            logger.debug("the failure of the store", failure); // apart, since a trace may hold a password
            announce(new LeafEvent.SegmentStoreDown(now, reason));
        }
    }

    /**
     * Notes what the database itself says about a failure that is known already. A time-out says nothing of that kind, and
     * does not replace it.
     */
    void learned(Throwable failure) {
        StoreStatus before = status;
        Instant since = before.since();
        if (before.state() != StoreStatus.State.DOWN || since == null || !isFromTheDatabase(failure)) {
            return;
        }
        String reason = rootMessage(failure);
        boolean isNews = !withoutNumbers(reason).equals(withoutNumbers(String.valueOf(before.reason())));
        if (replace(before, StoreStatus.down(since, reason)) && isNews) {
            logger.warn("the store of segments still fails, now for this reason: {}", reason);
        }
    }

    private static boolean isFromTheDatabase(Throwable failure) {
        Throwable root = failure;
        boolean isFromADriver = false;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            root = cause;
            isFromADriver |= cause instanceof SQLException;
        }
        return isFromADriver
                && !(root instanceof SQLTransientConnectionException)
                && !(root instanceof SQLTimeoutException);
    }

    /** The same failure may carry another time or port each time. */
    private static String withoutNumbers(String reason) {
        return reason.replaceAll("[0-9]+", "");
    }

    private synchronized boolean replace(StoreStatus expected, StoreStatus fresh) {
        if (!status.equals(expected)) {
            return false;
        }
        status = fresh;
        return true;
    }

    /** Hands an event over; what is thrown there does not disturb the engine. */
    void announce(LeafEvent event) {
        try {
            listener.accept(event);
        } catch (RuntimeException | Error ex) {
            logger.warn("a listener failed on {}", PrintableText.of(event.toString()), ex);
        }
    }

    /** What the failure at the bottom says, which is usually the database's own words, without secrets. */
    static String rootMessage(Throwable failure) {
        Throwable root = failure;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            root = cause;
        }
        String message = root.getMessage();
        String name = root.getClass().getSimpleName();
        return (message == null) ? name : name + ": " + PrintableText.of(SecretRedactor.redact(message));
    }
}
