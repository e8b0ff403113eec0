package io.leafid.segment.interleaved;

import io.leafid.IdGenerationException;
import io.leafid.UnknownTagException;
import io.leafid.concurrent.Availability;
import io.leafid.segment.status.DatabaseStatus;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.CounterSetBackException;
import io.leafid.segment.store.Lift;
import io.leafid.segment.store.LiftingSegmentStore;
import io.leafid.segment.store.SlotRecord;
import io.leafid.segment.store.SlotRefusedException;
import io.leafid.segment.store.TagRow;
import io.leafid.text.Reasons;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One database of several: its slot, what it has granted to this process, and what is known of its rows. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - `databaseId` is set once the record of the slot was checked in this process; nothing is allocated before, nor after a
 *     failure before it was checked again, since another database may have taken the place. `former` never changes then.
 *   - `found` is set before the record is compared with those of the others, so that of two that are checked at once one sees
 *     the other. What was refused since then is not accepted by a check that has not seen the other one.
 *   - A row that is read by itself is put into the rows of each reading of all that has begun, and into those read last.
 *   - An allocation demands that the counter stands at or above all that this process knows to be granted by it.
 * Locks: `this`, for the moments in which the slot is accepted or refused.
 * </pre>
 */
final class Member {

    private final SlottedDatabase database;
    private final Slot slot;
    private final MemberHealth health;
    private final CounterMarks marks = new CounterMarks();
    private final AtomicLong allocations = new AtomicLong();
    private final ConcurrentMap<String, SetBack> setBack = new ConcurrentHashMap<>();
    private final ConcurrentMap<Long, Map<String, TagRow>> readings = new ConcurrentHashMap<>();
    private final AtomicLong lastReading = new AtomicLong();
    private volatile Map<String, TagRow> rows = new ConcurrentHashMap<>();
    private volatile boolean wasRead;
    private volatile boolean isChecked;
    private volatile @Nullable String databaseId;
    private volatile @Nullable String former;
    private volatile @Nullable List<SlotRecord> found;
    private volatile @Nullable SlotRefusedException refusal;

    Member(SlottedDatabase database, int slots, InterleavedSettings settings) {
        this.database = database;
        this.slot = new Slot(database.slot(), slots);
        this.health = new MemberHealth(database.name(), settings);
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

    MemberHealth health() {
        return health;
    }

    CounterMarks marks() {
        return marks;
    }

    /** The name of the database among others; {@code null} until its slot was checked. */
    @Nullable String databaseId() {
        return databaseId;
    }

    /** Returns whether its slot was checked since it failed last. */
    boolean isChecked() {
        return isChecked;
    }

    /** The name of the database when its slot was checked first; {@code null} before. */
    @Nullable String former() {
        return former;
    }

    /** The refusal to grant ids as it is configured; {@code null} if that is not known. */
    @Nullable SlotRefusedException refusal() {
        return refusal;
    }

    /** The record in it when it was looked at; {@code null} before. */
    @Nullable List<SlotRecord> found() {
        return found;
    }

    void found(List<SlotRecord> records) {
        found = records;
    }

    /**
     * Takes the slot for checked by the records that were found last. One that was refused or looked at again since stays as it is.
     *
     * @return whether it was taken
     */
    @SuppressWarnings("ReferenceEquality") // another look finds another list, though it may hold the same
    synchronized boolean accept(List<SlotRecord> records, String id) {
        if (found != records) {
            return false;
        }
        refusal = null;
        databaseId = id;
        former = id;
        isChecked = true;
        return true;
    }

    synchronized void refuse(SlotRefusedException reason) {
        isChecked = false;
        databaseId = null;
        found = null;
        refusal = reason;
    }

    /** Makes a call that was begun, and tells the health what came of it: a refusal is an answer. */
    <T> T run(MemberHealth.Call call, Supplier<T> action) {
        try {
            T result = action.get();
            health.succeeded(call);
            return result;
        } catch (IdGenerationException | CounterSetBackException | SlotRefusedException ex) {
            health.succeeded(call);
            throw ex;
        } catch (RuntimeException | Error ex) {
            isChecked = false;
            health.failed(call, Reasons.of(ex));
            throw ex;
        } finally {
            health.forget(call); // in case there was no memory to tell what came of it
        }
    }

    /** Takes ids; never returns any that the database granted before, unless it forgot that before this process knew it. */
    AllocatedSegment allocate(String tag, Lift lift) {
        AllocatedSegment numbers = store().allocate(tag, lift);
        marks.granted(tag, numbers.end());
        allocations.incrementAndGet();
        return slot.ids(numbers);
    }

    /** Notes that the counter of a tag was rewound; returns whether that is news. */
    boolean setBack(String tag, long least, String reason) {
        return setBack.put(tag, new SetBack(least, reason)) == null;
    }

    /** Notes that the counter of a tag is as it should be, or that the tag has no row. */
    void setRight(String tag) {
        setBack.remove(tag);
    }

    /** All rows, in one query. A row that was read by itself meanwhile may be younger than the answer, and stays as it was read. */
    void readAll() {
        Long reading = lastReading.incrementAndGet();
        Map<String, TagRow> fresh = new ConcurrentHashMap<>();
        readings.put(reading, fresh);
        try {
            store().findAll().forEach(row -> fresh.putIfAbsent(row.tag(), row));
            rows = fresh;
        } finally {
            readings.remove(reading); // after its rows are those that a row is put into
        }
        setBack.entrySet().removeIf(each -> !each.getValue().isOf(fresh.get(each.getKey())));
        wasRead = true;
    }

    void read(String tag) {
        TagRow row = find(tag);
        readings.values().forEach(reading -> put(reading, tag, row));
        put(rows, tag, row);
    }

    private @Nullable TagRow find(String tag) {
        try {
            return store().find(tag).orElse(null);
        } catch (UnknownTagException ex) {
            return null; // whatever the reason is, another database may have one
        }
    }

    private static void put(Map<String, TagRow> rows, String tag, @Nullable TagRow row) {
        if (row == null) {
            rows.remove(tag);
        } else {
            rows.put(tag, row);
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
        Availability.Status known = health.status();
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
        return setBack.values().stream().findFirst().map(SetBack::reason).orElse(null);
    }

    /**
     * A counter that was rewound.
     *
     * @param least what it must not stand below
     * @param reason what an operator is told
     */
    private record SetBack(long least, String reason) {

        private boolean isOf(@Nullable TagRow row) {
            return row != null && row.maxId() < least;
        }
    }

    @Override
    public String toString() {
        return "'%s' (%s)".formatted(name(), slot);
    }

    static List<String> names(List<Member> members) {
        return members.stream().map(Member::toString).toList();
    }
}
