package io.leafid.segment.interleaved;

import io.leafid.segment.store.Lift;
import io.leafid.segment.store.TagRow;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of some databases before one of them becomes a slot: afterwards each has all tags, and none stands below where the
 * highest stood. Immutable.
 *
 * <p>Numbers that one of them has handed out as ids, before there were slots, are then below every id of any slot.
 *
 * @param rows the rows of each database
 * @param highest the highest row of each tag
 */
record Alignment(Map<Member, Map<String, TagRow>> rows, Map<String, TagRow> highest) {

    /** ConcurrentReads the rows of all. */
    static Alignment of(List<Member> members) {
        Map<Member, Map<String, TagRow>> rows = new LinkedHashMap<>();
        Map<String, TagRow> highest = new HashMap<>();
        for (Member member : members) {
            Map<String, TagRow> its = new HashMap<>();
            for (TagRow row : member.store().findAll()) {
                its.put(row.tag(), row);
                if (row.maxId() >= 0) { // also one whose step has to be corrected: its numbers may be handed out
                    highest.merge(row.tag(), row, (a, b) -> (a.maxId() >= b.maxId()) ? a : b);
                }
            }
            rows.put(member, its);
        }
        return new Alignment(rows, highest);
    }

    /** Makes and lifts rows; done again it changes nothing. */
    void carryOut() {
        rows.forEach((member, its) ->
                highest.values().forEach(top -> raise(member, its.getOrDefault(top.tag(), absent(top)), top)));
    }

    private static TagRow absent(TagRow top) {
        return new TagRow(top.tag(), -1, top.step());
    }

    private static int stepOf(TagRow row) {
        return (int) Math.max(1, Math.min(row.step(), TagRow.MAX_STEP));
    }

    private static void raise(Member member, TagRow row, TagRow top) {
        String tag = top.tag();
        boolean isNew = row.maxId() < 0 && member.store().create(tag, stepOf(top), top.maxId());
        if (!isNew && row.maxId() < top.maxId()) {
            member.store().allocate(tag, new Lift(1, 0, top.maxId(), Long.MAX_VALUE)); // discards one number
        }
    }
}
