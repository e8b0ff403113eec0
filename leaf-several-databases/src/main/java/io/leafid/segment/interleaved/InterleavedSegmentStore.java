package io.leafid.segment.interleaved;

import io.leafid.PrintableText;
import io.leafid.UnknownTagException;
import io.leafid.segment.jdbc.SlotRefusedException;
import io.leafid.segment.status.DatabaseStatus;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.IdentifiedStore;
import io.leafid.segment.store.SeveralCounters;
import io.leafid.segment.store.TagRow;
import io.leafid.time.Deadline;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Segments from several databases that know nothing of each other and grant interleaved ids; any of them may die. Thread-safe.
 *
 * <p>Database <i>i</i> of <i>n</i> slots grants the ids {@code number * n + i}, where {@code number} is what its own counter
 * grants. So no two databases ever grant the same id, whatever each has forgotten of the other.
 *
 * <pre>
 * Invariants
 *   - A range is asked of a database only after its slot was checked in this process (SlotCheck), which also makes sure that no
 *     id of a slot was handed out as a plain number before there were slots.
 *   - The databases are asked by turns, tag by tag; those that rest after a failure only if no other has brought a range.
 *   - The floor of an allocation lifts the counter: ids of a generator grow, and the databases keep close together.
 *   - An allocation demands that the counter stands at or above what this database has granted to this process, or to an earlier
 *     run that noted it; otherwise nothing is changed, and the database is left out for the tag until an operator has lifted it.
 *   - A tag is gone only if each database has said so: of one that is unavailable, its rows count as they were read last.
 * Locks: none.
 * </pre>
 */
public final class InterleavedSegmentStore implements IdentifiedStore, SeveralCounters {

    private static final Logger logger = LoggerFactory.getLogger(InterleavedSegmentStore.class);

    private final List<Member> members;
    private final InterleavedSettings settings;
    private final SlotCheck check;
    private final ConcurrentMap<String, Integer> turns = new ConcurrentHashMap<>(); // the place of who has granted last
    private final ConcurrentMap<String, Map<String, Long>> recalled = new ConcurrentHashMap<>();
    private final AtomicBoolean started = new AtomicBoolean();

    /**
     * Makes the store; connects to nothing yet.
     *
     * @param databases one or more; names and slots are different
     * @param slots how many slots there are, for ever; may be more than there are databases
     * @param settings what it needs besides
     * @throws IllegalArgumentException if two have one name or slot, or a slot is out of range
     */
    public InterleavedSegmentStore(List<SlottedDatabase> databases, int slots, InterleavedSettings settings) {
        this.settings = settings;
        this.members = databases.stream()
                .map(database -> new Member(database, slots, settings))
                .toList();
        this.check = new SlotCheck(members);
        long names = databases.stream().map(SlottedDatabase::name).distinct().count();
        long used = databases.stream().map(SlottedDatabase::slot).distinct().count();
        if (databases.isEmpty() || names < databases.size() || used < databases.size()) {
            throw new IllegalArgumentException("several databases have one name or one slot: " + members);
        }
    }

    @Override
    public AllocatedSegment allocate(String tag, long amount, long floor) {
        if (amount < 1) {
            throw new IllegalArgumentException("at least one id must be allocated, not " + amount);
        }
        MemberFailures failures = new MemberFailures();
        Deadline deadline = Deadline.in(settings.loadTimeout(), settings.time());
        for (Member member : inTurn(tag)) {
            if (deadline.nanosLeft() <= 0) {
                break; // the engine waits no longer, and would discard what is granted now
            }
            try {
                AllocatedSegment range = member.call(() -> {
                    require(member, tag);
                    return allocate(member, tag, amount, floor);
                });
                turns.put(tag, members.indexOf(member));
                return range;
            } catch (RuntimeException ex) {
                failures.put(member, ex);
            }
        }
        throw failures.together(tag, "no database grants ids of tag '" + tag + "'");
    }

    private void require(Member member, String tag) {
        check.require(member);
        String id = String.valueOf(member.databaseId());
        Long end = recalled.getOrDefault(tag, Map.of()).get(id);
        if (end != null) {
            member.recall(tag, end);
        }
    }

    /** Those that rest come last: with all of them unavailable, the first that returns is found. */
    private List<Member> inTurn(String tag) {
        int last = turns.computeIfAbsent(tag, fresh -> (int) (settings.random().getAsDouble() * members.size()));
        List<Member> order = new ArrayList<>(members);
        Collections.rotate(order, -(last + 1));
        order.sort(Comparator.comparing(Member::isResting));
        return order;
    }

    /** A row that the database has never had, as far as is known here, is made if another one has it. */
    private AllocatedSegment allocate(Member member, String tag, long amount, long floor) {
        try {
            return member.allocate(tag, amount, floor);
        } catch (UnknownTagException ex) {
            TagRow row = highestElsewhere(member, tag);
            if (row == null) {
                throw ex;
            }
            if (member.granted(tag) > 0 || !settings.makesRows().test(tag)) {
                throw ex;
            }
            if (member.store()
                    .create(tag, (int) row.step(), Math.max(member.slot().numberOf(floor), row.maxId()))) {
                logger.info("tag '{}' created in database '{}' too", PrintableText.of(tag), member.name());
            }
            return member.allocate(tag, amount, floor);
        }
    }

    private @Nullable TagRow highestElsewhere(@Nullable Member member, String tag) {
        return members.stream()
                .filter(other -> other != member)
                .map(other -> other.rows().get(tag))
                .filter(row -> row != null && row.isValid())
                .max(Comparator.comparingLong(TagRow::maxId))
                .orElse(null);
    }

    @Override
    public List<DatabaseStatus> members() {
        return members.stream().map(Member::status).toList();
    }

    /** The same for all databases that grant interleaved ids with this number of slots: what is noted names each of them. */
    @Override
    public String identity() {
        return "interleaved databases, " + members.get(0).slot().slots() + " slots";
    }

    @Override
    public String name() {
        return "interleaved";
    }

    /** The end of what each database has granted, as an id: nothing of it is given back, so all of it counts as handed out. */
    @Override
    public Map<String, Long> handedOut(String tag, long end) {
        Map<String, Long> ends = new HashMap<>(recalled.getOrDefault(tag, Map.of()));
        for (Member member : members) {
            String id = member.databaseId();
            if (id != null && member.granted(tag) > 0) {
                ends.put(id, member.slot().id(member.granted(tag)));
            }
        }
        return ends;
    }

    /** An end of a database that was not asked yet counts: it may be one of those. */
    @Override
    public long recall(String tag, Map<String, Long> ends) {
        recalled.put(tag, Map.copyOf(ends));
        Set<String> known = new HashSet<>();
        members.forEach(member -> known.add(Objects.requireNonNullElse(member.databaseId(), "")));
        boolean mayBeOfOneNotAsked = known.contains("");
        return ends.entrySet().stream()
                .filter(end -> mayBeOfOneNotAsked || known.contains(end.getKey()))
                .mapToLong(Map.Entry::getValue)
                .max()
                .orElse(0);
    }

    @Override
    public Optional<TagRow> find(String tag) {
        boolean mayBeMade = settings.makesRows().test(tag); // though one that does not answer may have a row
        MemberFailures failures = ask("find tag '" + tag + "'", tag, member -> member.read(tag));
        Optional<TagRow> row = row(tag);
        boolean mayBeElsewhere = members.stream().anyMatch(member -> !member.wasRead() && failures.concern(member));
        if (row.isEmpty() && mayBeElsewhere && !mayBeMade) {
            throw failures.together(tag, "tag '" + tag + "' is in no database that answers, and may be in another one");
        }
        return row;
    }

    @Override
    public List<TagRow> findAll() {
        ask("read the tags", "", Member::readAll);
        started.set(true);
        Set<String> tags = new HashSet<>();
        members.forEach(member -> tags.addAll(member.rows().keySet()));
        return tags.stream().map(this::row).flatMap(Optional::stream).toList();
    }

    @Override
    public boolean create(String tag, int step, long initialId) {
        if (step < 1 || initialId < 0) {
            throw new IllegalArgumentException("step must be at least 1, initial id at least 0, but they are %s and %s"
                    .formatted(step, initialId));
        }
        TagRow highest = highestElsewhere(null, tag);
        long seen = (highest == null) ? 0 : highest.maxId();
        AtomicBoolean created = new AtomicBoolean();
        ask("create tag '" + tag + "'", tag, member -> {
            if (member.store().create(tag, step, Math.max(member.slot().numberOf(initialId), seen))) {
                created.set(true);
            }
            member.read(tag);
        });
        return created.get();
    }

    /**
     * Asks all databases that do not rest, or all if they all do.
     *
     * @return why some have not answered
     */
    private MemberFailures ask(String purpose, String tag, Consumer<Member> question) {
        MemberFailures failures = new MemberFailures();
        boolean areAllDown = members.stream().allMatch(Member::isDown);
        for (Member member : members) {
            try {
                if (member.isResting() && !areAllDown) {
                    throw new IllegalStateException("it rests after a failure");
                }
                ask(member, question);
            } catch (RuntimeException ex) {
                failures.put(member, ex);
            }
        }
        requireSlots();
        if (failures.concernAll(members)) {
            throw failures.together(tag, "no database answers to " + purpose);
        }
        return failures;
    }

    private void ask(Member member, Consumer<Member> question) {
        member.call(() -> {
            check.require(member);
            question.accept(member);
            return member;
        });
    }

    /** Stops the first start if a database is not what it is configured as; later it is only left out. */
    private void requireSlots() {
        for (Member member : members) {
            SlotRefusedException refusal = member.refusal();
            if (refusal != null && !started.get()) {
                throw refusal;
            }
        }
    }

    /** A tag's row of all databases together: the highest counter, as an id, with its step. */
    private Optional<TagRow> row(String tag) {
        return members.stream()
                .filter(member -> member.rows().containsKey(tag))
                .map(member -> ids(member, member.rows().get(tag)))
                .max(Comparator.comparing(TagRow::isValid).thenComparing(TagRow::maxId));
    }

    private static TagRow ids(Member member, TagRow row) {
        boolean fits = row.maxId() >= 0 && row.maxId() <= member.slot().ceiling();
        return fits ? new TagRow(row.tag(), member.slot().id(row.maxId()), row.step()) : row;
    }

    /** Takes nothing back: two callers who give back at once could leave a counter below what the other one notes. */
    @Override
    public boolean giveBack(String tag, long first, long end) {
        if (first < 0 || end <= first) {
            throw new IllegalArgumentException("not a range of ids: [" + first + ", " + end + ")");
        }
        return false;
    }
}
