package io.leafid.lease;

import io.leafid.LeafEvent;
import io.leafid.concurrent.Availability;
import io.leafid.concurrent.EventDispatcher;
import io.leafid.text.DurationText;
import io.leafid.text.Reasons;
import io.leafid.time.TimeSource;
import io.leafid.workerid.WorkerIdException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Health of the registry: whether it answers, and how the calls to it went. Written by the registry thread, in whose place the starting
 * thread acts before the first report.
 */
final class RegistryHealth {

    private static final Logger logger = LoggerFactory.getLogger(RegistryHealth.class);

    /** Times and durations: they differ in each refusal, though nothing has changed. */
    private static final Pattern TIMES =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z|(\\d+(\\.\\d+)? (ms|s|(second|minute|hour|day)s?)\\b ?)+");

    private static final Duration TOLD_AGAIN_AFTER = Duration.ofMinutes(10);

    private final TimeSource time;
    private final Consumer<LeafEvent> events;
    private final ReportTimer timer;
    private final Availability availability;
    private final LongAdder successes = new LongAdder();
    private final LongAdder successNanos = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder failureNanos = new LongAdder();
    private String toldRefusal = ""; // without times; empty if the last call was not refused
    private long toldNanos;
    private volatile @Nullable Instant lastConfirmed;
    private volatile RegistrySilence silence = RegistrySilence.NONE;

    RegistryHealth(TimeSource time, Consumer<LeafEvent> events, ReportTimer timer) {
        this.time = time;
        this.events = EventDispatcher.guarded(events);
        this.timer = timer;
        this.availability = new Availability(time, new Changes());
    }

    /** Notes that the registry has confirmed a ceiling. */
    void confirmed() {
        lastConfirmed = time.now();
    }

    /** Notes a call that the registry answered, begun at {@code beganNanos}. */
    void succeeded(long beganNanos) {
        answered(beganNanos, null);
    }

    /** Notes a call that the registry answered with a refusal; returns whether the operator should hear of it. */
    boolean refused(long beganNanos, WorkerIdException refusal) {
        String text = Reasons.of(refusal);
        String told = toldRefusal;
        answered(beganNanos, text);
        toldRefusal = TIMES.matcher(text).replaceAll("");
        boolean isNews = !toldRefusal.equals(told) || time.nanoTime() - toldNanos >= TOLD_AGAIN_AFTER.toNanos();
        if (isNews) {
            toldNanos = time.nanoTime();
        }
        return isNews;
    }

    private void answered(long beganNanos, @Nullable String refusal) {
        toldRefusal = "";
        successes.increment();
        successNanos.add(time.nanoTime() - beganNanos);
        silence = silence.answered();
        timer.answered();
        availability.answered(refusal);
    }

    /** Notes a call that the registry did not answer, begun at {@code beganNanos}; returns whether that is a change. */
    boolean failed(long beganNanos, Throwable failure) {
        toldRefusal = "";
        failures.increment();
        failureNanos.add(time.nanoTime() - beganNanos);
        silence = silence.failed(beganNanos);
        String text = Reasons.of(failure);
        boolean isChange = availability.failed(text, beganNanos);
        if (!isChange) {
            availability.explained(text); // the last failure says most about what is wrong now
        }
        return isChange;
    }

    /** Notes that a call is under way for too long, whatever comes of it; returns whether that is a change. Called by the timer. */
    boolean silent(Duration sinceAtLeast) {
        return availability.failed("it has not answered for " + DurationText.of(sinceAtLeast), time.nanoTime());
    }

    /** Hands an event over. Never throws. */
    void announce(LeafEvent event) {
        events.accept(event);
    }

    /** Returns whether it answered the last call. */
    boolean isAnswering() {
        return status().state() == Availability.State.UP;
    }

    /** The availability, by which a call that takes too long counts as unanswered before it fails. */
    Availability.Status status() {
        return availability.status();
    }

    /** The calls that it has not answered since its last answer. */
    RegistrySilence silence() {
        return silence;
    }

    /** The time at which it last confirmed a ceiling; {@code null} if not in this run. */
    @Nullable Instant lastConfirmed() {
        return lastConfirmed;
    }

    /** The reason why the last call failed or was refused; {@code null} if it was not. */
    @Nullable String reason() {
        return availability.status().reason();
    }

    LeaseExtensions calls() {
        return new LeaseExtensions(
                successes.sum(),
                Duration.ofNanos(successNanos.sum()),
                failures.sum(),
                Duration.ofNanos(failureNanos.sum()));
    }

    /** Tells the log and the operator of each change. */
    private final class Changes implements Availability.Listener {

        @Override
        public void up(Instant at, Duration outage) {
            logger.info("the registry of worker ids answers again, after {}", DurationText.of(outage));
            announce(new LeafEvent.WorkerIdRegistryUp(at, outage));
        }

        @Override
        public void down(Instant at, String reason) {
            announce(new LeafEvent.WorkerIdRegistryDown(at, reason));
        }
    }
}
