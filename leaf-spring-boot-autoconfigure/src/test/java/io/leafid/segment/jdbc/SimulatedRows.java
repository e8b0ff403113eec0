package io.leafid.segment.jdbc;

import io.leafid.IdsExhaustedException;
import io.leafid.segment.store.CounterSetBackException;
import io.leafid.segment.store.Lift;
import io.leafid.segment.store.SlotRecord;
import io.leafid.segment.store.TagRow;
import io.leafid.workerid.BrokenRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The table {@code leaf_alloc} in memory, with what each statement demands and changes, every earlier state, and the books of all ranges
 * that were ever committed. One thread at a time.
 */
public final class SimulatedRows {

    private final Set<BrokenRule> broken;
    private final Map<String, Row> rows = new TreeMap<>();
    private final List<Change> changes = new ArrayList<>();
    private final Map<String, List<Grant>> granted = new HashMap<>();
    private final Map<String, Long> highest = new HashMap<>();
    private final List<Loss> losses = new ArrayList<>();
    private final Set<String> missed = new HashSet<>();
    private final Map<String, SlotRecord> slots = new TreeMap<>();
    private long numbered;
    private int servers = 1;

    /** Makes an empty one. */
    public SimulatedRows(Set<BrokenRule> broken) {
        this.broken = Set.copyOf(broken);
    }

    boolean breaks(BrokenRule rule) {
        return broken.contains(rule);
    }

    /** Adds or replaces a row, as a hand does. */
    public void put(String tag, long maxId, long step) {
        change(tag, new Row(maxId, step, ++numbered));
    }

    /** Changes the step of a row, as a hand does. */
    public void step(String tag, long step) {
        find(tag).ifPresent(row -> put(tag, row.maxId(), step));
    }

    private void change(String tag, @Nullable Row row) {
        changes.add(new Change(tag, rows.get(tag)));
        if (row == null) {
            rows.remove(tag);
            missed.add(tag);
        } else {
            rows.put(tag, row);
            highest.merge(tag, row.maxId, Math::max);
        }
    }

    Optional<TagRow> find(String tag) {
        return Optional.ofNullable(rows.get(tag)).map(row -> row.read(tag));
    }

    List<TagRow> findAll() {
        return rows.entrySet().stream()
                .map(row -> row.getValue().read(row.getKey()))
                .toList();
    }

    boolean create(String tag, int step, long initialId) {
        if (rows.containsKey(tag)) {
            return false;
        }
        missed.add(tag);
        put(tag, initialId, step);
        if (initialId < highest(tag)) {
            lost(tag, true); // a hand has deleted the row that the numbers were in
        }
        return true;
    }

    String server() {
        return "server " + servers;
    }

    /** Moves a counter up. */
    Grant allocate(String owner, String tag, long amount) {
        Row row = rows.get(tag);
        if (row == null) {
            throw TagRow.missing(tag);
        }
        if (row.maxId > Long.MAX_VALUE - amount) {
            throw new IdsExhaustedException("row '" + tag + "' is used up", null);
        }
        return grant(owner, tag, row.maxId, row.maxId + amount, row.step);
    }

    /** Moves a counter up, after it was lifted to a floor. */
    Grant allocate(String owner, String tag, Lift lift) {
        Row row = rows.get(tag);
        if (row == null) {
            throw TagRow.missing(tag);
        }
        if (row.maxId < lift.least()) {
            throw new CounterSetBackException(tag, row.maxId, lift.least());
        }
        if (lift.isTooHigh() || row.maxId > lift.ceiling() - lift.amount()) {
            throw new IdsExhaustedException("row '" + tag + "' is used up", null);
        }
        long first = Math.max(row.maxId, lift.floor());
        return grant(owner, tag, first, first + lift.amount(), row.step);
    }

    List<SlotRecord> slotRecords() {
        return List.copyOf(slots.values());
    }

    boolean recordSlot(SlotRecord slot) {
        return slots.putIfAbsent(slot.entry(), slot) == null;
    }

    /** Writes a counter and enters its range. */
    Grant grant(String owner, String tag, long first, long end, long step) {
        put(tag, end, step);
        Grant grant = new Grant(owner, tag, first, end, step, ++numbered);
        granted.computeIfAbsent(owner + " " + tag, key -> new ArrayList<>()).add(grant);
        return grant;
    }

    /** Allocates as a node of the original does, by the step of the row; nothing if there is no row to allocate from. */
    public Optional<Grant> allocateAsOriginal(String owner, String tag) {
        return find(tag).filter(TagRow::isValid).map(row -> allocate(owner, tag, row.step()));
    }

    /** The state of a row that stands at an end. */
    Optional<Long> lastChange(String tag, long end) {
        return Optional.ofNullable(rows.get(tag))
                .filter(row -> row.maxId == end || breaks(BrokenRule.A_GIVE_BACK_COMPARES_THE_COUNTER))
                .map(row -> row.version);
    }

    boolean giveBack(String owner, String tag, long first, long end, long unchangedSince) {
        Row row = rows.get(tag);
        boolean isCompared = !breaks(BrokenRule.A_GIVE_BACK_COMPARES_THE_COUNTER);
        boolean isOnce = isCompared && !breaks(BrokenRule.A_GIVE_BACK_HAPPENS_ONCE);
        if (row == null || (isCompared && row.maxId != end) || (isOnce && row.version != unchangedSince)) {
            return false;
        }
        put(tag, first, row.step);
        grantsOf(owner, tag).forEach(grant -> {
            if (grant.end > first && wasLostByHand(grant)) {
                losses.add(new Loss(tag, first, grant.end, true, ++numbered)); // no one could know whose it was by now
            }
            grant.giveBack(first, end);
        });
        return true;
    }

    /** The ranges that were committed for an owner. */
    public List<Grant> grantsOf(String owner, String tag) {
        return granted.getOrDefault(owner + " " + tag, List.of());
    }

    /** The highest value that the counter of a tag ever had. */
    public long highest(String tag) {
        return highest.getOrDefault(tag, 0L);
    }

    /** The tags that have ever had a row. */
    public Set<String> tags() {
        return new TreeSet<>(highest.keySet());
    }

    /** Whether a tag has or had no row. */
    public boolean wasMissing(String tag) {
        return !rows.containsKey(tag) || missed.contains(tag);
    }

    /** Removes a row, which is to come again where it stood or above. */
    public void withdraw(String tag) {
        change(tag, null);
    }

    /** Deletes a row, as a hand may. */
    public void delete(String tag) {
        change(tag, null);
        lost(tag, true);
    }

    /** Sets a counter back, as a hand or a restored backup may. */
    public void rewind(String tag, long by) {
        find(tag).ifPresent(row -> {
            put(tag, Math.max(0, row.maxId() - by), row.step());
            lost(tag, true);
        });
    }

    /** Another server takes over with a copy that has not got the last changes; returns the tags that lost some. */
    public Set<String> failOver(int count) {
        Set<String> lost = new TreeSet<>();
        servers++;
        for (int i = 0; i < count && !changes.isEmpty(); i++) {
            Change last = changes.remove(changes.size() - 1);
            if (last.before == null) {
                rows.remove(last.tag);
                missed.add(last.tag);
            } else {
                rows.put(last.tag, last.before);
            }
            lost.add(last.tag);
        }
        lost.forEach(tag -> lost(tag, false));
        return lost;
    }

    private void lost(String tag, boolean isByHand) {
        Row row = rows.get(tag);
        losses.add(new Loss(tag, (row == null) ? 0 : row.maxId, highest(tag), isByHand, ++numbered));
    }

    /** Whether the loss of a counter lies between two grants of an id, so that no one could know of the first. */
    public boolean wasLost(String tag, long id, Grant one, Grant other) {
        long earlier = Math.min(one.number, other.number);
        long later = Math.max(one.number, other.number);
        return losses.stream()
                .anyMatch(loss -> loss.tag.equals(tag)
                        && loss.from <= id
                        && id < loss.to
                        && earlier < loss.number
                        && loss.number < later);
    }

    private boolean wasLostByHand(Grant grant) {
        return losses.stream()
                .anyMatch(loss -> loss.isByHand
                        && loss.tag.equals(grant.tag)
                        && loss.number > grant.number
                        && loss.from < grant.end);
    }

    /** How often the counter of a tag was lost. */
    public long losses(String tag) {
        return losses.stream().filter(loss -> loss.tag.equals(tag)).count();
    }

    /** A range that was committed. */
    public static final class Grant {

        private final String owner;
        private final String tag;
        private final long first;
        private final long end;
        private final long step;
        private final long number;
        private long ownEnd;
        private boolean isTold;

        Grant(String owner, String tag, long first, long end, long step, long number) {
            this.owner = owner;
            this.tag = tag;
            this.first = first;
            this.end = end;
            this.step = step;
            this.number = number;
            this.ownEnd = end;
        }

        /** Its owner has been told. */
        void told() {
            isTold = true;
        }

        private void giveBack(long from, long to) {
            if (from < ownEnd && to > first) {
                ownEnd = Math.max(first, from);
            }
        }

        long step() {
            return step;
        }

        /** The first id. */
        public long first() {
            return first;
        }

        /** The end, exclusive. */
        public long end() {
            return end;
        }

        /** Whether it is its owner's own, who knows of it and has not given it back. */
        public boolean covers(long id) {
            return isTold && first <= id && id < ownEnd;
        }

        @Override
        public String toString() {
            return "[%d, %d) of '%s' for %s".formatted(first, end, tag, owner);
        }
    }

    private record Row(long maxId, long step, long version) {

        TagRow read(String tag) {
            return new TagRow(tag, maxId, step);
        }
    }

    /** What stood in a row before a change. */
    private record Change(String tag, @Nullable Row before) {}

    /** A counter fell although nothing was given back: what it had passed comes again. */
    private record Loss(String tag, long from, long to, boolean isByHand, long number) {}
}
