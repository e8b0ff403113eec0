package io.leafid.segment.interleaved;

import io.leafid.segment.store.SlotRecord;
import io.leafid.segment.store.SlotRefusedException;
import io.leafid.segment.store.SlotRefusedException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The check that a database is the slot it is configured as, and the record of that at its first use. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - A database whose slot is not recorded becomes one only after its rows stand at or above those of a database that is a
 *     slot, or of all databases if none is yet; rows that it lacks are made so. So the ids of its slot, number * slots + slot,
 *     are above all that was handed out as plain numbers before there were slots.
 *   - It is recorded after that, by an insert that does nothing where there is a record; what stands there then counts.
 *   - The others learn of it after that, by such an insert too, after which they are read again: so of two databases that two nodes
 *     make one slot at once, one is refused by any that both nodes ask. One of which they know, and which is read later, has its record.
 *   - Each database keeps the identity of the others beside it: another database in the slot of a lost one is refused, since
 *     it is not known which ids the lost one has granted. So is another one in the place of one that failed meanwhile.
 * Locks: none.
 * </pre>
 *
 * @param members all databases
 */
record SlotCheck(List<Member> members) {

    private static final Logger logger = LoggerFactory.getLogger(SlotCheck.class);

    /**
     * Checks a database, unless that was done since it failed last; makes it a slot if it is none.
     *
     * @throws SlotRefusedException if it may not be what it is configured as
     * @throws RuntimeException if it, or one that has to be asked besides, does not answer
     */
    void require(Member member) {
        try {
            while (!member.isChecked()) { // it may have been refused meanwhile, by the check of another one
                accept(member, check(member));
            }
        } catch (SlotRefusedException ex) {
            SlotRefusedException named = named(ex, member);
            refuse(member, named);
            throw named;
        }
    }

    private static void accept(Member member, List<SlotRecord> records) {
        boolean isNew = member.databaseId() == null;
        String id = own(records).orElseThrow().databaseId();
        if (member.accept(records, id) && isNew) {
            logger.info("database '{}' grants ids as {}", member.name(), member.slot());
        }
    }

    /** Tells of it once, since a start that has succeeded goes on without the database. */
    private static void refuse(Member member, SlotRefusedException reason) {
        if (member.refusal() == null) {
            logger.error("{}", reason.getMessage());
        }
        member.refuse(reason);
    }

    private static SlotRefusedException named(SlotRefusedException ex, Member member) {
        return ex.database().isEmpty()
                ? new SlotRefusedException(
                        ex.reason(), member.name(), member.slot().toString(), ex.found(), ex.remedy())
                : ex;
    }

    /** The records by which it is the slot. */
    private List<SlotRecord> check(Member member) {
        String former = member.former(); // before the records are read, which another thread may be making
        List<SlotRecord> records = member.store().slotRecords();
        if (own(records).isEmpty()) {
            requireFormer(member, former, "");
            records = join(member);
        }
        SlotRecord own = own(records).orElseThrow();
        requireSlot(member, own);
        requireFormer(member, member.former(), own.databaseId());
        member.found(records);
        for (Peer peer : looked(member)) {
            requirePeer(new Peer(member, records), own, peer);
        }
        return records;
    }

    private static Optional<SlotRecord> own(List<SlotRecord> records) {
        return records.stream().filter(SlotRecord::own).findFirst();
    }

    private static void requireFormer(Member member, @Nullable String former, String databaseId) {
        if (former != null && !former.equals(databaseId)) {
            throw new SlotRefusedException(
                    Reason.SLOT_TAKEN,
                    member.name(),
                    member.slot().toString(),
                    "it is another database than the one that this process knew under this name, or its records were deleted",
                    "bring the former one back; or give this one a slot that no database ever had");
        }
    }

    /** The other databases that were looked at before; asks none of them, since one may hang. */
    private List<Peer> looked(Member member) {
        List<Peer> peers = new ArrayList<>();
        for (Member other : members) {
            List<SlotRecord> found = other.found();
            if (other != member && found != null) {
                peers.add(new Peer(other, found));
            }
        }
        return peers;
    }

    /** The other databases that answer. */
    private List<Peer> asked(Member member) {
        List<Peer> peers = new ArrayList<>();
        for (Member other : members) {
            if (other != member) {
                ask(other).ifPresent(peers::add);
            }
        }
        return peers;
    }

    private static Optional<Peer> ask(Member other) {
        MemberHealth.Call call = other.health().begin(false, false);
        if (call == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new Peer(other, other.run(call, () -> other.store().slotRecords())));
        } catch (RuntimeException ex) {
            logger.debug("database '{}' was not asked for the sake of another one", other.name(), ex);
            return Optional.empty();
        }
    }

    private void requireSlot(Member member, SlotRecord record) {
        Slot slot = member.slot();
        if (record.slot() == slot.slot() && record.slots() == slot.slots()) {
            return;
        }
        for (Peer peer : asked(member)) {
            requireOther(member, record, peer);
        }
        throw new SlotRefusedException(
                Reason.OTHER_SLOT,
                member.name(),
                slot.toString(),
                "it is recorded there as slot %s of %s".formatted(record.slot(), record.slots()),
                "configure it as it is recorded; a slot and the number of slots are for ever, since ids were granted by them");
    }

    private static void requireOther(Member member, SlotRecord record, Peer peer) {
        boolean isSame = peer.own()
                .map(own -> own.databaseId().equals(record.databaseId()))
                .orElse(false);
        if (isSame) {
            throw new SlotRefusedException(
                    Reason.SAME_DATABASE,
                    member.name(),
                    member.slot().toString(),
                    "'%s' is the same database".formatted(peer.member().name()),
                    "give each name a database of its own");
        }
    }

    /** Compares what two databases say about each other; each that says nothing learns of the other. */
    private static void requirePeer(Peer self, SlotRecord own, Peer peer) {
        Member member = self.member();
        requireOther(member, own, peer);
        Optional<SlotRecord> other = peer.own();
        if (isAnother(of(peer.records(), own.slot()), own.databaseId())) {
            throw taken(member, peer.member());
        }
        if (other.isEmpty()) {
            return;
        }
        SlotRecord its = other.get();
        Optional<SlotRecord> known = of(self.records(), its.slot());
        if (isAnother(known.isPresent() ? known : told(member, its), its.databaseId())) {
            refuse(peer.member(), taken(peer.member(), member));
            return;
        }
        if (of(peer.records(), own.slot()).isEmpty() && isAnother(introduced(own, peer.member()), own.databaseId())) {
            throw taken(member, peer.member());
        }
    }

    /** Written down in the other database too, if it answers; else the next check does it. */
    private static Optional<SlotRecord> introduced(SlotRecord own, Member other) {
        MemberHealth.Call call = other.health().begin(false, false);
        if (call == null) {
            return Optional.empty();
        }
        try {
            return other.run(call, () -> told(other, own));
        } catch (RuntimeException ex) {
            logger.debug("database '{}' has not noted {} of another one", other.name(), own.slot(), ex);
            return Optional.empty();
        }
    }

    /** What stands in a database of a slot, once it was told of it: another node may have told it of another one meanwhile. */
    private static Optional<SlotRecord> told(Member member, SlotRecord of) {
        member.store().recordSlot(new SlotRecord(false, of.slot(), of.slots(), of.databaseId()));
        return of(member.store().slotRecords(), of.slot());
    }

    private static boolean isAnother(Optional<SlotRecord> record, String databaseId) {
        return record.isPresent() && !record.get().databaseId().equals(databaseId);
    }

    private static Optional<SlotRecord> of(List<SlotRecord> records, int slot) {
        return records.stream()
                .filter(record -> !record.own() && record.slot() == slot)
                .findFirst();
    }

    private static SlotRefusedException taken(Member member, Member witness) {
        return new SlotRefusedException(
                Reason.SLOT_TAKEN,
                member.name(),
                member.slot().toString(),
                "database '%s' has it recorded that this slot belongs to another database".formatted(witness.name()),
                "give it a slot that no database ever had; which ids the other one has granted cannot be known");
    }

    /** Makes the database a slot, unless another node does so meanwhile, which may have told the others before they are asked. */
    private List<SlotRecord> join(Member member) {
        List<Peer> peers = asked(member);
        List<SlotRecord> meanwhile = member.store().slotRecords();
        if (own(meanwhile).isPresent()) {
            return meanwhile;
        }
        requireCovered(member, peers);
        requireFree(member, peers);
        Slot slot = member.slot();
        List<Member> known = new ArrayList<>(List.of(member));
        peers.forEach(peer -> known.add(peer.member()));
        Alignment.of(known).carryOut();
        String id = UUID.randomUUID().toString();
        member.store().recordSlot(new SlotRecord(true, slot.slot(), slot.slots(), id));
        return member.store().slotRecords(); // what stands there counts: another node may have been first
    }

    private static void requireFree(Member member, List<Peer> peers) {
        for (Peer peer : peers) {
            if (of(peer.records(), member.slot().slot()).isPresent()) {
                throw taken(member, peer.member());
            }
        }
    }

    /** One that is a slot already stands above all that was handed out before there were slots. */
    private void requireCovered(Member member, List<Peer> peers) {
        if (peers.size() < members.size() - 1
                && peers.stream().noneMatch(peer -> peer.own().isPresent())) {
            throw new IllegalStateException(
                    "database %s is no slot yet, and becomes one only while a database answers that is one, or all do"
                                    .formatted(member)
                            + ", since it is not known which ids the others have handed out");
        }
    }

    /** Another database and what is recorded in it. */
    private record Peer(Member member, List<SlotRecord> records) {

        Optional<SlotRecord> own() {
            return SlotCheck.own(records);
        }
    }
}
