package io.leafid.segment.interleaved;

import io.leafid.concurrent.Availability;
import io.leafid.segment.status.DatabaseStatus;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.IdentifiedStore;
import io.leafid.segment.store.SeveralCounters;
import io.leafid.segment.store.SlotRefusedException;
import io.leafid.segment.store.TagRow;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

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
 *   - An allocation lifts the counter to all that this process has seen of the tag, on any database: ids of a generator grow,
 *     and the databases keep close together.
 *   - An allocation demands that the counter stands at or above what this database has granted to this process, or to an earlier
 *     run that noted it; otherwise nothing is changed, and the database is left out for the tag until an operator has lifted it.
 *   - A tag is gone only if each database has said so: of one that is unavailable, its rows count as they were read last.
 * Locks: none.
 * </pre>
 */
public final class InterleavedSegmentStore implements IdentifiedStore, SeveralCounters {

    private final List<Member> members;
    private final InterleavedSettings settings;
    private final SlotCheck check;
    private final InterleavedAllocator allocator;
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
        this.allocator = new InterleavedAllocator(members, settings, check);
        long names = databases.stream().map(SlottedDatabase::name).distinct().count();
        long used = databases.stream().map(SlottedDatabase::slot).distinct().count();
        if (databases.isEmpty() || names < databases.size() || used < databases.size()) {
            throw new IllegalArgumentException("several databases have one name or one slot: " + Member.names(members));
        }
    }

    @Override
    public AllocatedSegment allocate(String tag, long amount, long floor) {
        if (amount < 1) {
            throw new IllegalArgumentException("at least one id must be allocated, not " + amount);
        }
        return allocator.allocate(tag, amount, floor);
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

    @Override
    public Map<String, Long> handedOut(String tag, long end) {
        return allocator.handedOut(tag, end);
    }

    /** An end of a database that was not asked yet counts: it may be one of those. */
    @Override
    public long recall(String tag, Map<String, Long> ends) {
        return allocator.recall(tag, ends);
    }

    @Override
    public Optional<TagRow> find(String tag) {
        boolean mayBeMade = settings.makesRows().test(tag); // though one that does not answer may have a row
        MemberFailures failures = ask("find tag '" + tag + "'", settings.headStart(), tag, member -> member.read(tag));
        Optional<TagRow> row = row(tag);
        boolean mayBeElsewhere = members.stream().anyMatch(member -> !member.wasRead() && failures.concern(member));
        if (row.isEmpty() && mayBeElsewhere && !mayBeMade) {
            throw failures.together(tag, "tag '" + tag + "' is in no database that answers, and may be in another one");
        }
        return row;
    }

    @Override
    public List<TagRow> findAll() {
        ask("read the tags", settings.patience(), "", Member::readAll);
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
        AtomicBoolean created = new AtomicBoolean();
        ask("create tag '" + tag + "'", settings.patience(), tag, member -> {
            long number = Math.max(member.slot().numberOf(initialId), allocator.highestSeen(tag));
            if (member.store().create(tag, step, number)) {
                created.set(true);
            }
            member.read(tag);
        });
        return created.get();
    }

    /**
     * Asks all databases that do not rest, or all if they all do, beside each other.
     *
     * @param patience how long all are waited for once one has answered
     * @return why some have not answered
     */
    private MemberFailures ask(String purpose, Duration patience, String tag, Consumer<Member> question) {
        MemberFailures failures = new MemberFailures();
        List<ConcurrentReads.Answer> answers = ConcurrentReads.of(members, settings.executor(), patience, member -> {
            MemberHealth.Call call = member.health().begin(false, allAreDown());
            if (call == null) {
                throw new IllegalStateException("it rests after a failure");
            }
            member.run(call, () -> {
                check.require(member);
                question.accept(member);
                return member;
            });
        });
        members.forEach(member -> failures.put(member, new IllegalStateException("it has not answered yet")));
        answers.forEach(answer -> failures.put(answer.member(), answer.failure()));
        requireSlots();
        if (failures.concernAll(members)) {
            throw failures.together(tag, "no database answers to " + purpose);
        }
        return failures;
    }

    private boolean allAreDown() {
        return members.stream().allMatch(member -> member.status().status().state() == Availability.State.DOWN);
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
        TagRow highest = null;
        for (Member member : members) {
            TagRow row = member.rows().get(tag);
            if (row != null) {
                TagRow ids = ids(member, row);
                highest = (highest == null || better(ids, highest)) ? ids : highest;
            }
        }
        return Optional.ofNullable(highest);
    }

    private TagRow ids(Member member, TagRow row) {
        boolean fits = row.maxId() >= 0 && row.maxId() <= member.slot().ceiling();
        return fits ? new TagRow(row.tag(), member.slot().id(row.maxId()), row.step()) : row;
    }

    private static boolean better(TagRow row, TagRow other) {
        return row.isValid() == other.isValid() ? row.maxId() > other.maxId() : row.isValid();
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
