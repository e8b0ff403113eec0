package io.leafid.segment.interleaved;

import io.leafid.LeafEvent;
import io.leafid.PrintableText;
import io.leafid.SegmentUnavailableException;
import io.leafid.concurrent.EventDispatcher;
import io.leafid.segment.store.CounterSetBackException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports to an operator, each once, about one tag in one of several databases. Thread-safe. */
final class MemberReports {

    private static final Logger logger = LoggerFactory.getLogger(MemberReports.class);

    private final InterleavedSettings settings;
    private final Set<Key> missing = ConcurrentHashMap.newKeySet();

    MemberReports(InterleavedSettings settings) {
        this.settings = settings;
    }

    /** The database has granted ids of the tag: what was wrong is over. */
    void granted(Member member, String tag) {
        member.setRight(tag);
        if (!missing.isEmpty()) {
            missing.remove(new Key(member.name(), tag));
        }
    }

    /** The counter of the tag was rewound in the database. */
    SegmentUnavailableException setBack(
            Member member, String tag, CounterSetBackException cause, long least, long amount) {
        Slot slot = member.slot();
        SegmentUnavailableException refusal = new SegmentUnavailableException(
                ("the row of tag '%s' was rewound in database '%s': its max_id is %s, but ids up to %s, which is below max_id=%s, were"
                                + " allocated to this process; set max_id there above that of every id ever issued or reserved on any node"
                                + " (id / %s), then ids flow again")
                        .formatted(tag, member.name(), cause.found(), slot.id(least - 1), least, slot.slots()),
                null);
        if (member.setBack(tag, least, String.valueOf(refusal.getMessage()))) {
            logger.error("{}", refusal.getMessage());
            long first = slot.id(Math.max(0, Math.min(cause.found(), slot.ceiling() - amount)));
            EventDispatcher.guarded(settings.events())
                    .accept(new LeafEvent.SegmentRefused(
                            settings.time().now(), tag, first, first + amount * slot.slots(), slot.id(least)));
        }
        return refusal;
    }

    /** The database has no row of the tag; tells so if another one has. */
    void missing(Member member, String tag, List<Member> others) {
        member.setRight(tag);
        boolean isElsewhere = others.stream().anyMatch(other -> other.rows().containsKey(tag));
        if (isElsewhere && missing.add(new Key(member.name(), tag))) {
            logger.warn(
                    "tag '{}' has no row in database '{}', so the others alone grant ids of it; if it was never there, insert one with the"
                            + " max_id of theirs, else one above every id ever issued or reserved on any node (id / {})",
                    PrintableText.of(tag),
                    member.name(),
                    member.slot().slots());
        }
    }

    private record Key(String database, String tag) {}
}
