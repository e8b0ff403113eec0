package io.leafid.segment.interleaved;

import io.leafid.IdGenerationException;
import io.leafid.LeafEvent;
import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import io.leafid.concurrent.Availability;
import io.leafid.concurrent.EventDispatcher;
import io.leafid.segment.jdbc.Lift;
import io.leafid.segment.jdbc.LiftingSegmentStore;
import io.leafid.segment.jdbc.SlotRefusedException;
import io.leafid.segment.status.DatabaseStatus;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.CounterSetBackException;
import io.leafid.segment.store.TagRow;
import io.leafid.text.DurationText;
import io.leafid.text.Reasons;
import io.leafid.time.BackOff;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One database of several: its slot, whether it rests after a failure, what it has granted to this process, and its rows. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - Nothing is allocated before the records of the slot were checked.
 *   - `granted` of a tag only rises, and nothing is given back. So a counter that stands below was rewound, and an allocation demands that
 *     it does not.
 * Locks: this, for the moments in which the slot is accepted or refused.
 * </pre>
 */
final class Member {

    /** The first rest after a failure. */
    static final Duration FIRST_REST = Duration.ofSeconds(1);

    /** The longest rest. */
    static final Duration LONGEST_REST = Duration.ofSeconds(30);

    private static final Logger logger = LoggerFactory.getLogger(Member.class);

    private final SlottedDatabase database;
    private final Slot slot;
    private final InterleavedSettings settings;
    private final BackOff rests;
    private final Availability availability;
    private final ConcurrentMap<String, Long> granted = new ConcurrentHashMap<>(); // ends, as numbers
    private final ConcurrentMap<String, String> rewound =
            new ConcurrentHashMap<>(); // what an operator is told of a tag
    private final AtomicLong allocations = new AtomicLong();
    private final AtomicInteger failuresInARow = new AtomicInteger();
    private volatile long restsUntilNanos;
    private volatile ConcurrentMap<String, TagRow> rows = new ConcurrentHashMap<>();
    private volatile boolean wasRead;
    private volatile @Nullable String databaseId;
    private volatile boolean isChecked;
    private volatile @Nullable SlotRefusedException refusal;

    Member(SlottedDatabase database, int slots, InterleavedSettings settings) {
        this.database = database;
        this.slot = new Slot(database.slot(), slots);
        this.settings = settings;
        this.rests = new BackOff(FIRST_REST, LONGEST_REST, settings.random());
        this.availability = new Availability(settings.time(), new Changes());
    }

    String name() {
        return database.name();
    }

    Slot slot() {
        return slot;
    }

    LiftingSegmentStore store() {
        return database.store();
    }

    /** The identity of the database; {@code null} until its record was read, and once it was refused. */
    @Nullable String databaseId() {
        return databaseId;
    }

    /** Returns whether its slot was checked. */
    boolean isChecked() {
        return isChecked;
    }

    /** The refusal to grant ids as it is configured; {@code null} if there is none. */
    @Nullable SlotRefusedException refusal() {
        return refusal;
    }

    /** Takes an identity for that of the database, so that the others are compared with it from now on. */
    void identify(String id) {
        databaseId = id;
    }

    /** Ends a check, unless the database was refused meanwhile, by the check of another one. */
    synchronized void accept(String id) {
        if (id.equals(databaseId)) {
            refusal = null;
            isChecked = true;
        }
    }

    /** Tells of it once, since a start that has succeeded goes on without the database. */
    synchronized void refuse(SlotRefusedException reason) {
        if (refusal == null) {
            logger.error("{}", reason.getMessage());
        }
        isChecked = false;
        databaseId = null;
        refusal = reason;
    }

    /** Returns whether it is left alone for a while, since its last call has failed. */
    boolean isResting() {
        return failuresInARow.get() > 0 && settings.time().nanoTime() - restsUntilNanos < 0;
    }

    boolean isDown() {
        return failuresInARow.get() > 0;
    }

    /** Makes a call, and notes what it tells of the database: a refusal is an answer. */
    <T> T call(Supplier<T> action) {
        long begunNanos = settings.time().nanoTime();
        try {
            T result = action.get();
            answered();
            return result;
        } catch (IdGenerationException | CounterSetBackException | SlotRefusedException ex) {
            answered();
            throw ex;
        } catch (RuntimeException | Error ex) {
            failed(Reasons.of(ex), begunNanos);
            throw ex;
        }
    }

    private void answered() {
        failuresInARow.set(0);
        availability.succeeded();
    }

    private void failed(String reason, long begunNanos) {
        restsUntilNanos = settings.time().nanoTime() + rests.nanosAfter(failuresInARow.get() + 1);
        failuresInARow.incrementAndGet(); // after the rest, so that who sees the failure sees the rest
        if (!availability.failed(reason, begunNanos)) {
            availability.explained(reason);
        }
    }

    /**
     * Takes ids; never any that the database granted before, unless it forgot that before this process knew it.
     *
     * @throws SegmentUnavailableException if its counter was rewound
     * @throws UnknownTagException if it has no row
     */
    AllocatedSegment allocate(String tag, long amount, long floor) {
        long least = granted(tag);
        try {
            AllocatedSegment numbers =
                    store().allocate(tag, new Lift(amount, least, slot.numberOf(floor), slot.ceiling()));
            granted.merge(tag, numbers.end(), Math::max);
            rewound.remove(tag);
            allocations.incrementAndGet();
            return slot.ids(numbers);
        } catch (CounterSetBackException ex) {
            throw rewound(tag, ex.found(), least, amount);
        } catch (UnknownTagException ex) {
            rows.remove(tag);
            rewound.remove(tag);
            throw ex;
        }
    }

    private SegmentUnavailableException rewound(String tag, long found, long least, long amount) {
        String reason =
                ("the row of tag '%s' was rewound in database '%s': its max_id is %s, but ids up to %s, which is below max_id=%s, were"
                                + " allocated to this process; set max_id there above that of every id ever issued or reserved on any node"
                                + " (id / %s), then ids flow again")
                        .formatted(tag, name(), found, slot.id(least - 1), least, slot.slots());
        if (rewound.put(tag, reason) == null) {
            logger.error("{}", reason);
            long first = slot.id(Math.max(0, Math.min(found, slot.ceiling() - amount)));
            EventDispatcher.guarded(settings.events())
                    .accept(new LeafEvent.SegmentRefused(
                            settings.time().now(), tag, first, first + amount * slot.slots(), slot.id(least)));
        }
        return new SegmentUnavailableException(reason, null);
    }

    /** The number up to which the database has granted a tag to this process, or to an earlier run that has noted it. */
    long granted(String tag) {
        return granted.getOrDefault(tag, 0L);
    }

    /** Takes over what an earlier run has noted, as an id. */
    void recall(String tag, long end) {
        granted.merge(tag, slot.numberOf(end), Math::max);
    }

    void readAll() {
        ConcurrentMap<String, TagRow> fresh = new ConcurrentHashMap<>();
        store().findAll().forEach(row -> fresh.put(row.tag(), row));
        rows = fresh;
        rewound.keySet()
                .removeIf(tag -> !fresh.containsKey(tag) || fresh.get(tag).maxId() >= granted(tag));
        wasRead = true;
    }

    void read(String tag) {
        TagRow row = find(tag);
        if (row == null) {
            rows.remove(tag);
        } else {
            rows.put(tag, row);
        }
    }

    private @Nullable TagRow find(String tag) {
        try {
            return store().find(tag).orElse(null);
        } catch (UnknownTagException ex) {
            return null; // whatever the reason is, another database may have one
        }
    }

    /** The rows as they were read last. */
    Map<String, TagRow> rows() {
        return rows;
    }

    boolean wasRead() {
        return wasRead;
    }

    DatabaseStatus status() {
        Availability.Status known = availability.status();
        String why = refusedBecause(known.state());
        Availability.Status shown =
                (why == null) ? known : new Availability.Status(Availability.State.REFUSED, known.since(), why);
        return new DatabaseStatus(name(), slot.slot(), shown, allocations.get());
    }

    /** The reason for an operator to act: for the whole database, or while it answers for the tag whose row was rewound. */
    private @Nullable String refusedBecause(Availability.State known) {
        SlotRefusedException whole = refusal;
        if (whole != null || known == Availability.State.DOWN) {
            return (whole == null) ? null : whole.getMessage();
        }
        return rewound.values().stream().findFirst().orElse(null);
    }

    @Override
    public String toString() {
        return "'%s' (%s)".formatted(name(), slot);
    }

    private final class Changes implements Availability.Listener {

        private final Consumer<LeafEvent> events = EventDispatcher.guarded(settings.events());

        @Override
        public void up(Instant at, Duration outage) {
            logger.info("database '{}' answers again, after {}", name(), DurationText.of(outage));
            events.accept(new LeafEvent.SegmentDatabaseUp(at, name(), outage));
        }

        @Override
        public void down(Instant at, String reason) {
            logger.warn("database '{}' fails, the others go on without it: {}", name(), reason);
            events.accept(new LeafEvent.SegmentDatabaseDown(at, name(), reason));
        }
    }
}
