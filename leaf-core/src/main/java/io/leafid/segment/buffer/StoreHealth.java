package io.leafid.segment.buffer;

import io.leafid.LeafEvent;
import io.leafid.concurrent.Availability;
import io.leafid.concurrent.EventDispatcher;
import io.leafid.segment.store.RefusedForNowException;
import io.leafid.text.DurationText;
import io.leafid.text.Reasons;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Availability of the store in the operator's words: log lines, events and the reason of an outage. Thread-safe. */
public final class StoreHealth {

    private static final Logger logger = LoggerFactory.getLogger(StoreHealth.class);

    /** The only store of a generator. */
    private static final String UNNAMED = "the store of segments";

    private final String database;
    private final Consumer<LeafEvent> listener;
    private final Availability availability;
    private final LongAdder allocations = new LongAdder();

    /** Judges the store in the database of a name, or the only one, whose name is empty; the listener returns at once. */
    public StoreHealth(String database, TimeSource time, Consumer<LeafEvent> listener) {
        this.database = database;
        this.listener = EventDispatcher.guarded(listener);
        this.availability = new Availability(time, new Changes());
    }

    public String name() {
        return database.isEmpty() ? UNNAMED : "database '" + database + "'";
    }

    /** The state of the store that is known now. */
    public Availability.Status status() {
        return availability.status();
    }

    /** Ranges that the store has granted and that were served. */
    public long allocations() {
        return allocations.sum();
    }

    /** Notes what an outcome tells about the store that was asked at a time. Called last, since a listener may take its time. */
    void note(AllocationOutcome outcome, long begunNanos) {
        if (outcome instanceof AllocationOutcome.Allocated) {
            allocations.increment();
            succeeded();
        } else if (outcome instanceof AllocationOutcome.Failed failed) {
            failed(failed.failure(), begunNanos);
        } else if (outcome instanceof AllocationOutcome.Refused refused) {
            note(refused);
        }
    }

    /** Notes what a refusal tells about the store. */
    void note(AllocationOutcome.Refused refused) {
        if (refused.rewound() != null) {
            logger.error("{}", refused.failure().getMessage());
            announce(refused.rewound());
        }
        if (refused.isAnswer()) {
            succeeded();
        }
    }

    /** Notes that the store has answered, even if the answer was "no such tag". */
    public void succeeded() {
        availability.succeeded();
    }

    /** Notes that a call of the store, begun at a time, has failed or was not answered; a refusal of the moment is an answer. */
    public void failed(Throwable failure, long begunNanos) {
        if (failure instanceof RefusedForNowException) {
            succeeded();
        } else if (availability.failed(Reasons.of(failure), begunNanos)) {
            logger.debug("the failure of the store", failure); // apart, since a trace may hold a password
        } else {
            learned(failure);
        }
    }

    /** Notes what the store itself says about a failure that is known already; a time-out says nothing, and does not replace it. */
    public void learned(Throwable failure) {
        List<Throwable> causes = Reasons.causes(failure);
        Throwable root = causes.get(causes.size() - 1);
        boolean isTimeOut = root instanceof TimeoutException
                || String.valueOf(root.getMessage()).contains("timed out"); // a pool's
        if (!isTimeOut) {
            availability.explained(Reasons.of(failure));
        }
    }

    /** Hands an event over; what is thrown there does not disturb the engine. */
    void announce(LeafEvent event) {
        listener.accept(event);
    }

    private final class Changes implements Availability.Listener {

        @Override
        public void up(Instant at, Duration outage) {
            logger.info("{} answers again, after {}", name(), DurationText.of(outage));
            announce(new LeafEvent.SegmentStoreUp(at, outage));
        }

        @Override
        public void down(Instant at, String reason) {
            logger.warn("{} fails; until it answers, only what is reserved already is handed out: {}", name(), reason);
            announce(new LeafEvent.SegmentStoreDown(at, database.isEmpty() ? reason : name() + ": " + reason));
        }
    }
}
