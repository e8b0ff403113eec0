package io.leafid.lease;

import io.leafid.LeafEvent;
import io.leafid.PrintableText;
import io.leafid.text.DurationText;
import io.leafid.text.SecretRedactor;
import io.leafid.time.TimeSource;
import io.leafid.workerid.WorkerIdException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the registry answers, judged by the calls made to it; announces each change once. Written by the registry thread, in
 * whose place the starting thread acts before the first report.
 */
final class RegistryHealth {

    private static final Logger logger = LoggerFactory.getLogger(RegistryHealth.class);

    private final TimeSource time;
    private final Consumer<LeafEvent> events;
    private final ReportTimer timer;
    private final LongAdder successes = new LongAdder();
    private final LongAdder successNanos = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder failureNanos = new LongAdder();
    private volatile boolean up;
    private volatile @Nullable Instant since;
    private volatile @Nullable String reason;
    private volatile @Nullable Instant lastConfirmed;
    private volatile RegistrySilence silence = RegistrySilence.NONE;

    RegistryHealth(TimeSource time, Consumer<LeafEvent> events, ReportTimer timer) {
        this.time = time;
        this.events = events;
        this.timer = timer;
    }

    /** Notes that the registry has confirmed a ceiling. */
    void confirmed() {
        lastConfirmed = time.now();
    }

    /** Notes a call that the registry answered, begun at {@code beganNanos}. */
    void succeeded(long beganNanos) {
        successes.increment();
        successNanos.add(time.nanoTime() - beganNanos);
        silence = silence.answered();
        Instant downSince = since;
        reason = null;
        if (up) {
            return;
        }
        Instant now = time.now();
        up = true;
        since = now;
        if (downSince != null) {
            Duration outage = Duration.between(downSince, now);
            logger.info("the registry of worker ids answers again, after {}", DurationText.of(outage));
            announce(new LeafEvent.WorkerIdRegistryUp(now, outage));
        }
    }

    /** Notes a call that the registry answered with a refusal; returns whether it had not given this one already. */
    boolean refused(long beganNanos, WorkerIdException refusal) {
        String before = reason;
        succeeded(beganNanos);
        String text = textOf(refusal);
        reason = text;
        return !text.equals(before);
    }

    /** Notes a call that the registry did not answer, begun at {@code beganNanos}; returns whether that is a change. */
    boolean failed(long beganNanos, Throwable failure) {
        failures.increment();
        failureNanos.add(time.nanoTime() - beganNanos);
        silence = silence.failed(beganNanos);
        String text = textOf(failure);
        reason = text;
        if (!up && since != null) {
            return false;
        }
        Instant now = time.now();
        up = false;
        since = now;
        announce(new LeafEvent.WorkerIdRegistryDown(now, text));
        return true;
    }

    /** Hands an event over; what is thrown there must not disturb the lease. */
    void announce(LeafEvent event) {
        try {
            events.accept(event);
        } catch (RuntimeException | Error ex) {
            logger.warn("a listener failed on {}", PrintableText.of(event.toString()), ex);
        }
    }

    private static String textOf(Throwable failure) {
        String message = failure.getMessage();
        return (message == null)
                ? failure.getClass().getSimpleName()
                : PrintableText.of(SecretRedactor.redact(message));
    }

    /** Whether it answered the last call; one that takes too long counts as unanswered before it fails. */
    boolean isAnswering() {
        return up && !timer.isRenewalOverdue();
    }

    /** The calls that it has not answered since its last answer. */
    RegistrySilence silence() {
        return silence;
    }

    /** When it last confirmed a ceiling; {@code null} if not in this run. */
    @Nullable Instant lastConfirmed() {
        return lastConfirmed;
    }

    @Nullable Instant since() {
        return since;
    }

    /** Why the last call failed or was refused; {@code null} if it was not. */
    @Nullable String reason() {
        return reason;
    }

    LeaseExtensions calls() {
        return new LeaseExtensions(
                successes.sum(),
                Duration.ofNanos(successNanos.sum()),
                failures.sum(),
                Duration.ofNanos(failureNanos.sum()));
    }
}
