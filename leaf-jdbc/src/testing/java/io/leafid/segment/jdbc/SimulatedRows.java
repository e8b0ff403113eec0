package io.leafid.segment.jdbc;

import io.leafid.IdsExhaustedException;
import io.leafid.segment.store.CounterSetBackException;
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
    private final Commits commits;
    private final Map<String, Row> rows = new TreeMap<>();
    private final List<Change> changes = new ArrayList<>();
    private final Map<String, List<Grant>> granted = new HashMap<>();
    private final Map<String, Long> highest = new HashMap<>();
    private final List<Loss> losses = new ArrayList<>();
    private final Set<String> missed = new HashSet<>();
    private final Map<String, SlotRecord> slots = new TreeMap<>();
    private long numbered;
    private int servers = 1;
    private int starts = 1;
    private Hearer hearer = (what, owner, tag, first, end, version) -> {};

    /** What is told of a row. */
    public enum What {
        GRANTED,
        REFUSED,
        SET,
        /** Another server answers. */
        CHANGED,
        LOOKED,
        RETURNED
    }

    /** Who hears of each change of a row, and of what it rests on. */
    @FunctionalInterface
    public interface Hearer {

        /** Something has happened to a range, or to a row that stands at its beginning now. */
        void hear(What what, String owner, String tag, long first, long end, long version);
    }

    /** Tells of what happens from now on. */
    public void whenChanged(Hearer who) {
        hearer = who;
    }

    /**
     * What a crash does to the last commits, and a process after it. Immutable.
     *
     * @param areLost whether the server confirms a commit before it is on its disk
     * @param margin the ids that each process leaves out after a change of server; 0 if it goes on where the row stands
     */
    public record Commits(boolean areLost, long margin) {}

    /** Makes an empty one. */
    public SimulatedRows(Set<BrokenRule> broken, Commits commits) {
        this.broken = Set.copyOf(broken);
        this.commits = commits;
    }

    boolean breaks(BrokenRule rule) {
        return broken.contains(rule);
    }

    /** Adds or replaces a row, as a hand does. */
    public void put(String tag, long maxId, long step) {
        write(tag, maxId, step);
        hearer.hear(What.SET, "", tag, maxId, maxId, numbered);
    }

    private void write(String tag, long maxId, long step) {
        change(tag, new Row(maxId, step, ++numbered));
    }

    /** Changes the step of a row, as a hand does. */
    public void step(String tag, long step) {
        find(tag).ifPresent(row -> put(tag, row.maxId(), step));
    }

    private void change(String tag, @Nullable Row row) {
        changes.add(new Change(tag, rows.get(tag), 0));
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
            lost(tag, Cause.HAND, 0); // a hand has deleted the row that the numbers were in
        }
        return true;
    }

    /** The name of the server, with its start where a margin is left out after a restart. */
    String server() {
        boolean namesItsStart = commits.margin > 0 && !breaks(BrokenRule.A_RESTART_THAT_MAY_LOSE_COMMITS_IS_A_CHANGE);
        return "server " + servers + (namesItsStart ? " since " + starts : "");
    }

    /** Moves a counter up, after it was lifted to a floor, and grants the last of these numbers; those before them are skipped. */
    Grant allocate(String owner, String tag, Lift lift, long granted) {
        Row row = rows.get(tag);
        if (row == null) {
            throw TagRow.missing(tag);
        }
        if (row.maxId < lift.least()) {
            hearer.hear(What.REFUSED, owner, tag, row.maxId, lift.least(), row.version);
            throw new CounterSetBackException(tag, row.maxId, lift.least());
        }
        if (lift.isTooHigh() || row.maxId > lift.ceiling() - lift.amount()) {
            throw new IdsExhaustedException("row '" + tag + "' is used up", null);
        }
        long end = Math.max(row.maxId, lift.floor()) + lift.amount();
        Grant grant = grant(owner, tag, end - granted, end, row.step);
        if (granted < lift.amount()) {
            changes.add(changes.remove(changes.size() - 1).skips(grant));
        }
        return grant;
    }

    List<SlotRecord> slotRecords() {
        return List.copyOf(slots.values());
    }

    boolean recordSlot(SlotRecord slot) {
        return slots.putIfAbsent(slot.entry(), slot) == null;
    }

    /** Writes a counter and enters its range. */
    Grant grant(String owner, String tag, long first, long end, long step) {
        write(tag, end, step);
        hearer.hear(What.GRANTED, owner, tag, first, end, numbered);
        Grant grant = new Grant(owner, tag, first, end, step, ++numbered);
        granted.computeIfAbsent(owner + " " + tag, key -> new ArrayList<>()).add(grant);
        return grant;
    }

    /** Allocates as a node of the original does, by the step of the row; nothing if there is no row to allocate from. */
    public Optional<Grant> allocateAsOriginal(String owner, String tag) {
        return find(tag).filter(TagRow::isValid).map(row -> allocate(owner, tag, Lift.none(row.step()), row.step()));
    }

    /** The state of a row that stands at the end of what its owner is to give back. */
    Optional<Long> lastChange(String owner, String tag, long first, long end) {
        Optional<Long> found = Optional.ofNullable(rows.get(tag))
                .filter(row -> row.maxId == end || breaks(BrokenRule.A_GIVE_BACK_COMPARES_THE_COUNTER))
                .map(row -> row.version);
        found.ifPresent(version -> hearer.hear(What.LOOKED, owner, tag, first, end, version));
        return found;
    }

    boolean giveBack(String owner, String tag, long first, long end, long unchangedSince) {
        Row row = rows.get(tag);
        boolean isCompared = !breaks(BrokenRule.A_GIVE_BACK_COMPARES_THE_COUNTER);
        boolean isOnce = isCompared && !breaks(BrokenRule.A_GIVE_BACK_HAPPENS_ONCE);
        if (row == null || (isCompared && row.maxId != end) || (isOnce && row.version != unchangedSince)) {
            return false;
        }
        write(tag, first, row.step);
        hearer.hear(What.RETURNED, owner, tag, first, end, unchangedSince);
        grantsOf(owner, tag).forEach(grant -> {
            if (grant.end > first && wasLostByHand(grant)) {
                losses.add(new Loss(
                        tag, first, grant.end, Cause.HAND, 0, ++numbered)); // no one could know whose it was by now
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
        lost(tag, Cause.HAND, 0);
    }

    /** Deletes all rows, as a hand may. */
    public void empty() {
        List.copyOf(rows.keySet()).forEach(this::delete);
    }

    /** Sets a counter back, as a hand or a restored backup may. */
    public void rewind(String tag, long by) {
        find(tag).ifPresent(row -> {
            put(tag, Math.max(0, row.maxId() - by), row.step());
            lost(tag, Cause.HAND, 0);
        });
    }

    /** Another server takes over with a copy, on its disk, that has not got the last changes; returns the tags that lost some. */
    public Set<String> failOver(int count) {
        servers++;
        return changed(lose(count));
    }

    /** The server crashes, and has lost its last changes if they were not on its disk; returns the tags that lost some. */
    public Set<String> crash(int count) {
        starts++;
        return commits.areLost ? changed(lose(count)) : Set.of();
    }

    private Set<String> changed(Set<String> lost) {
        for (String tag : tags()) {
            Row row = rows.get(tag);
            long stands = (row == null) ? 0 : row.maxId;
            hearer.hear(What.CHANGED, "", tag, stands, stands, 0);
        }
        return lost;
    }

    private Set<String> lose(int count) {
        Map<String, Long> lost = new TreeMap<>();
        for (int i = 0; i < count && !changes.isEmpty(); i++) {
            Change last = changes.remove(changes.size() - 1);
            if (last.before == null) {
                rows.remove(last.tag);
                missed.add(last.tag);
            } else {
                rows.put(last.tag, last.before);
            }
            lost.merge(last.tag, last.skipNumber, Math::max);
        }
        lost.forEach((tag, skipNumber) -> lost(tag, Cause.SERVER, skipNumber));
        return lost.keySet();
    }

    private void lost(String tag, Cause cause, long skipNumber) {
        Row row = rows.get(tag);
        losses.add(new Loss(tag, (row == null) ? 0 : row.maxId, highest(tag), cause, skipNumber, ++numbered));
    }

    /** Whether the loss of a counter lies between two grants of an id, so that the owner of the later one could not know of the first. */
    public boolean wasLost(String tag, long id, Grant one, Grant other) {
        Grant earlier = (one.number < other.number) ? one : other;
        Grant later = (one.number < other.number) ? other : one;
        return losses.stream()
                .anyMatch(loss -> loss.tag.equals(tag)
                        && loss.from <= id
                        && id < loss.to
                        && earlier.number < loss.number
                        && loss.number < later.number
                        && isExcused(later.owner, loss));
    }

    /**
     * What a hand has taken no one can know of. Of what a server has lost each process leaves out a margin, unless it was granted
     * nothing before. It may have lost more than the margin, or the last margin too, if the process was granted nothing since.
     */
    private boolean isExcused(String owner, Loss loss) {
        if (loss.cause == Cause.HAND || commits.margin == 0 || loss.to - loss.from > commits.margin) {
            return true;
        }
        long lastGrant = -1;
        for (String tag : tags()) {
            for (Grant grant : grantsOf(owner, tag)) {
                if (grant.isTold && grant.number < loss.number) {
                    lastGrant = Math.max(lastGrant, tag.equals(loss.tag) ? grant.number : 0);
                }
            }
        }
        return lastGrant < 0 || loss.skipNumber > lastGrant;
    }

    private boolean wasLostByHand(Grant grant) {
        return losses.stream()
                .anyMatch(loss -> loss.cause == Cause.HAND
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

    /** What stood in a row before a change, and the number of the grant before which a margin was left out; 0 if none was. */
    private record Change(String tag, @Nullable Row before, long skipNumber) {

        Change skips(Grant grant) {
            return new Change(tag, before, grant.number);
        }
    }

    /** A counter fell although nothing was given back: what it had passed comes again. The last margin that was lost has a number too. */
    private record Loss(String tag, long from, long to, Cause cause, long skipNumber, long number) {}

    /** What made a counter fall. */
    private enum Cause {
        HAND,
        SERVER
    }
}
