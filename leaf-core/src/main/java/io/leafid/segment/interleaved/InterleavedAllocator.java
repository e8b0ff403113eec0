package io.leafid.segment.interleaved;

import io.leafid.PrintableText;
import io.leafid.UnknownTagException;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.CounterSetBackException;
import io.leafid.segment.store.Lift;
import io.leafid.segment.store.TagRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks one database of several after the other for ids, and remembers what that tells of each tag. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - The databases are asked round-robin, tag by tag; those that are slow or rest only if no other has
 *     brought a range.
 *   - One that has not answered after its head start is waited for beside the next one. The first range that comes is taken, and
 *     what another one grants later is discarded.
 *   - What is noted of a database after a run is at most what its counter must not stand below.
 * Locks: none.
 * </pre>
 */
final class InterleavedAllocator {

    private static final Logger logger = LoggerFactory.getLogger(InterleavedAllocator.class);

    private final List<Member> members;
    private final InterleavedSettings settings;
    private final SlotCheck check;
    private final MemberReports reports;
    private final ConcurrentMap<String, TagTurn> turns = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Map<String, Long>> recalled = new ConcurrentHashMap<>();

    InterleavedAllocator(List<Member> members, InterleavedSettings settings, SlotCheck check) {
        this.members = members;
        this.settings = settings;
        this.check = check;
        this.reports = new MemberReports(settings);
    }

    AllocatedSegment allocate(String tag, long amount, long floor) {
        FirstRange first = new FirstRange(settings, (member, call) -> attempt(member, call, tag, amount, floor));
        try {
            AllocatedSegment range = first(first, inTurn(tag));
            if (range == null) {
                throw first.failures().together(tag, "no database grants ids of tag '" + tag + "'");
            }
            return range;
        } finally {
            first.end();
        }
    }

    private static @Nullable AllocatedSegment first(FirstRange first, List<Member> inTurn) {
        List<Member> resting = new ArrayList<>();
        for (Member member : inTurn) {
            if (first.isTooLate()) {
                break;
            }
            MemberHealth.Call call = member.health().begin(true, false);
            AllocatedSegment range = null;
            if (call == null) {
                resting.add(member);
            } else {
                range = first.ask(member, call);
            }
            if (range != null) {
                return range;
            }
        }
        return atAnyRate(first, resting);
    }

    /**
     * Asks those that rest too, since no other has brought a range: with all of them unavailable, the first that returns is found. One
     * that is only slow is asked before those that failed, each of which may take its whole head start.
     */
    private static @Nullable AllocatedSegment atAnyRate(FirstRange first, List<Member> resting) {
        resting.sort(Comparator.comparing(member -> member.health().hasFailed()));
        for (Member member : resting) {
            if (first.isTooLate()) {
                break;
            }
            MemberHealth health = member.health();
            MemberHealth.Call call = first.isOpen() ? health.beginBeside() : health.begin(true, true);
            AllocatedSegment range = null;
            if (call == null) {
                first.failures().put(member, new IllegalStateException("it is being tried by another call"));
            } else {
                range = first.ask(member, call);
            }
            if (range != null) {
                return range;
            }
        }
        return first.await();
    }

    /** Throws why there is no range. */
    private AllocatedSegment attempt(Member member, MemberHealth.Call call, String tag, long amount, long floor) {
        TagTurn turn = turn(tag);
        try {
            AllocatedSegment range = member.run(call, () -> {
                check.require(member);
                return allocate(member, tag, lift(member, tag, amount, floor));
            });
            turn.seen(member.slot().numberOf(range.end()));
            turn.granted(members.indexOf(member));
            reports.granted(member, tag);
            return range;
        } catch (CounterSetBackException ex) {
            throw reports.setBack(member, tag, ex, least(member, tag), amount);
        } catch (UnknownTagException ex) {
            member.rows().remove(tag);
            reports.missing(member, tag, others(member));
            throw ex;
        }
    }

    /** A row that the database has never had, as far as is known here, is made if another one has it. */
    private AllocatedSegment allocate(Member member, String tag, Lift lift) {
        try {
            return member.allocate(tag, lift);
        } catch (UnknownTagException ex) {
            TagRow row = rowOf(tag, others(member));
            if (row == null || lift.least() > 0 || !settings.makesRows().test(tag)) {
                throw ex;
            }
            if (member.store().create(tag, (int) row.step(), lift.floor())) {
                logger.info("tag '{}' created in database '{}' too", PrintableText.of(tag), member.name());
            }
            return member.allocate(tag, lift);
        }
    }

    private static @Nullable TagRow rowOf(String tag, List<Member> members) {
        return members.stream()
                .map(member -> member.rows().get(tag))
                .filter(row -> row != null && row.isValid())
                .findFirst()
                .orElse(null);
    }

    private Lift lift(Member member, String tag, long amount, long floor) {
        Slot slot = member.slot();
        long lifted = Math.max(slot.numberOf(floor), highestSeen(tag));
        return new Lift(amount, least(member, tag), lifted, slot.ceiling());
    }

    /** The highest counter of a tag that was seen, on any database; one that is out of range does not count. */
    long highestSeen(String tag) {
        long seen = turn(tag).highest();
        for (Member member : members) {
            TagRow row = member.rows().get(tag);
            if (row != null && row.isValid() && row.maxId() < member.slot().ceiling() / 2) {
                seen = Math.max(seen, row.maxId());
            }
        }
        return seen;
    }

    /** The number that the counter of a database must not stand below. */
    private long least(Member member, String tag) {
        String id = Objects.requireNonNullElse(member.databaseId(), "");
        return Math.max(
                member.marks().highestUpTo(tag, Long.MAX_VALUE), member.slot().numberOf(recalledEnd(tag, id)));
    }

    private TagTurn turn(String tag) {
        return turns.computeIfAbsent(
                tag, fresh -> new TagTurn((int) (settings.random().getAsDouble() * members.size())));
    }

    private List<Member> inTurn(String tag) {
        List<Member> order = new ArrayList<>(members);
        Collections.rotate(order, -(turn(tag).last() + 1));
        return order;
    }

    private List<Member> others(Member member) {
        return members.stream().filter(other -> other != member).toList();
    }

    /** The note for the time when all ids below an end are handed out: the end of each database, as an id. */
    Map<String, Long> handedOut(String tag, long end) {
        Map<String, Long> ends = new HashMap<>();
        for (Member member : members) {
            String id = member.databaseId();
            Slot slot = member.slot();
            if (id != null) {
                long number = slot.owns(end)
                        ? slot.numberOf(end)
                        : member.marks().highestUpTo(tag, (end - slot.slot()) / slot.slots());
                long noted = Math.max(number, slot.numberOf(recalledEnd(tag, id)));
                if (noted > 0) {
                    ends.put(id, slot.id(noted));
                }
            }
        }
        return ends;
    }

    private long recalledEnd(String tag, String databaseId) {
        return recalled.getOrDefault(tag, Map.of()).getOrDefault(databaseId, 0L);
    }

    /** Takes over what earlier runs have noted; an end of a database that was not asked yet counts, it may be one of those. */
    long recall(String tag, Map<String, Long> ends) {
        recalled.put(tag, Map.copyOf(ends));
        Set<String> known = new HashSet<>();
        for (Member member : members) {
            String id = member.databaseId();
            known.add((id == null) ? "" : id);
        }
        return ends.entrySet().stream()
                .filter(end -> known.contains("") || known.contains(end.getKey()))
                .mapToLong(Map.Entry::getValue)
                .max()
                .orElse(0);
    }
}
