package io.leafid.segment.interleaved;

import io.leafid.segment.jdbc.Lift;
import io.leafid.segment.jdbc.SlotRecord;
import io.leafid.segment.jdbc.SlotRefusedException;
import io.leafid.segment.jdbc.SlotRefusedException.Reason;
import io.leafid.segment.store.TagRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The check that a database is the slot that the configuration says, before its first use, and the record of that. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - A database becomes a slot only after its rows stand at or above those of a database that is one, or of all if none is yet. So
 *     the ids of its slot, number * slots + slot, are above all that was handed out as plain numbers before there were slots.
 *   - It is recorded after that, by an insert that does nothing where there is a record; what stands there then counts.
 *   - Each database keeps the identity of the others beside it: another database in the slot of a lost one is refused, since
 *     it is not known which ids the lost one has granted.
 * Locks: none.
 * </pre>
 *
 * @param members all databases
 */
record SlotCheck(List<Member> members) {

    private static final Logger logger = LoggerFactory.getLogger(SlotCheck.class);

    /**
     * Checks a database unless that was done; makes it a slot if it is none.
     *
     * @throws SlotRefusedException if it may not be what it is configured as
     * @throws RuntimeException if it, or one that has to be asked besides, does not answer
     */
    void require(Member member) {
        if (member.isChecked()) {
            return;
        }
        try {
            check(member);
        } catch (SlotRefusedException ex) {
            SlotRefusedException named =
                    ex.database().isEmpty() ? refused(member, ex.reason(), ex.found(), ex.remedy()) : ex;
            member.refuse(named);
            throw named;
        }
    }

    private static SlotRefusedException refused(Member member, Reason reason, String found, String remedy) {
        return new SlotRefusedException(reason, member.name(), member.slot().toString(), found, remedy);
    }

    private void check(Member member) {
        List<SlotRecord> records = member.store().slotRecords();
        if (own(records).isEmpty()) {
            join(member);
            records = member.store().slotRecords(); // what stands there counts: another node may have been first
        }
        SlotRecord own = own(records).orElseThrow();
        requireSlot(member, own);
        member.identify(own.databaseId()); // first, so that of two that are checked at once one sees the other
        for (Member other : identified(member)) {
            compare(member, own, other);
        }
        member.accept(own.databaseId());
        logger.info("database '{}' grants ids as {}", member.name(), member.slot());
    }

    /** Compares what two databases say about each other; each that says nothing learns of the other. */
    private static void compare(Member member, SlotRecord own, Member other) {
        requireOther(member, own, other);
        if (isAnother(told(other, member.slot(), own.databaseId()), own.databaseId())) {
            throw taken(member, other);
        }
        String its = other.databaseId();
        if (its != null && isAnother(told(member, other.slot(), its), its)) {
            other.refuse(taken(other, member));
        }
    }

    /** What stands in a database of a slot, once it was told of it; nothing if it does not answer, then its next check compares. */
    private static Optional<SlotRecord> told(Member member, Slot slot, String databaseId) {
        try {
            return member.call(() -> {
                member.store().recordSlot(new SlotRecord(false, slot.slot(), slot.slots(), databaseId));
                return of(member.store().slotRecords(), slot.slot());
            });
        } catch (RuntimeException ex) {
            logger.debug("database '{}' has not noted {} of another one", member.name(), slot, ex);
            return Optional.empty();
        }
    }

    private List<Member> identified(Member member) {
        return members.stream()
                .filter(other -> other != member && other.databaseId() != null)
                .toList();
    }

    private static Optional<SlotRecord> own(List<SlotRecord> records) {
        return records.stream().filter(SlotRecord::own).findFirst();
    }

    private static Optional<SlotRecord> of(List<SlotRecord> records, int slot) {
        return records.stream()
                .filter(record -> !record.own() && record.slot() == slot)
                .findFirst();
    }

    private void requireSlot(Member member, SlotRecord record) {
        Slot slot = member.slot();
        if (record.slot() == slot.slot() && record.slots() == slot.slots()) {
            return;
        }
        for (Member other : identified(member)) {
            requireOther(member, record, other);
        }
        throw refused(
                member,
                Reason.OTHER_SLOT,
                "it is recorded there as slot %s of %s".formatted(record.slot(), record.slots()),
                "configure it as it is recorded; a slot and the number of slots are for ever, since ids were granted by them");
    }

    private static void requireOther(Member member, SlotRecord record, Member other) {
        if (record.databaseId().equals(other.databaseId())) {
            throw refused(
                    member,
                    Reason.SAME_DATABASE,
                    "'%s' is the same database".formatted(other.name()),
                    "give each name a database of its own");
        }
    }

    private static boolean isAnother(Optional<SlotRecord> record, String databaseId) {
        return record.isPresent() && !record.get().databaseId().equals(databaseId);
    }

    private static SlotRefusedException taken(Member member, Member witness) {
        return refused(
                member,
                Reason.SLOT_TAKEN,
                "database '%s' has it recorded that this slot belongs to another database".formatted(witness.name()),
                "give it a slot that no database ever had; which ids the other one has granted cannot be known");
    }

    /** Makes the database a slot. */
    private void join(Member member) {
        Map<Member, List<SlotRecord>> peers = new HashMap<>();
        for (Member other : members) {
            if (other != member && !other.isResting()) {
                ask(other).ifPresent(records -> peers.put(other, records));
            }
        }
        if (own(member.store().slotRecords()).isPresent()) {
            return; // another node has made it one meanwhile, and may have told the others before they were asked
        }
        peers.forEach((other, records) -> {
            if (of(records, member.slot().slot()).isPresent()) {
                throw taken(member, other);
            }
        });
        boolean isCovered = peers.size() == members.size() - 1
                || peers.values().stream().anyMatch(records -> own(records).isPresent());
        if (!isCovered) {
            throw new IllegalStateException(
                    "database %s is no slot yet, and becomes one only while a database answers that is one, or all do"
                                    .formatted(member)
                            + ", since it is not known which ids the others have handed out");
        }
        List<Member> known = new ArrayList<>(peers.keySet());
        known.add(member);
        align(known);
        Slot slot = member.slot();
        member.store()
                .recordSlot(new SlotRecord(
                        true, slot.slot(), slot.slots(), UUID.randomUUID().toString()));
    }

    private static Optional<List<SlotRecord>> ask(Member other) {
        try {
            return Optional.of(other.call(() -> other.store().slotRecords()));
        } catch (RuntimeException ex) {
            logger.debug("database '{}' was not asked for the sake of another one", other.name(), ex);
            return Optional.empty();
        }
    }

    /** Makes and lifts rows, until each database has all tags, and none stands below where the highest stood. */
    private static void align(List<Member> known) {
        Map<String, TagRow> highest = new HashMap<>();
        Map<Member, Map<String, TagRow>> rows = new HashMap<>();
        for (Member member : known) {
            Map<String, TagRow> its = new HashMap<>();
            for (TagRow row : member.store().findAll()) {
                its.put(row.tag(), row);
                if (row.maxId() >= 0) { // also one whose step has to be corrected: its numbers may be handed out
                    highest.merge(row.tag(), row, (a, b) -> (a.maxId() >= b.maxId()) ? a : b);
                }
            }
            rows.put(member, its);
        }
        rows.forEach((member, its) -> highest.values().forEach(top -> raise(member, its.get(top.tag()), top)));
    }

    private static void raise(Member member, @Nullable TagRow row, TagRow top) {
        int step = (int) Math.max(1, Math.min(top.step(), TagRow.MAX_STEP));
        boolean isNew = row == null && member.store().create(top.tag(), step, top.maxId());
        if (!isNew && (row == null || row.maxId() < top.maxId())) {
            member.store().allocate(top.tag(), new Lift(1, 0, top.maxId(), Long.MAX_VALUE)); // discards one number
        }
    }
}
