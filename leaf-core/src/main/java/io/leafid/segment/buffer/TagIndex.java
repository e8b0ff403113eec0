package io.leafid.segment.buffer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The segments that ids come from by their tags, for {@code nextId(tag)}. A constant in the source is the very string that a tag is
 * kept as, and is found by its reference. A table of segments without an object for each entry, since each line of memory that a
 * look-up touches is seen in what an id costs. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - A tag that has been entered keeps its place, the first from its own on that was free then, until it is forgotten; a place
 *     that was taken is never free again.
 *   - A place is written with the segment that is current at that moment, after each change of it. So the last one to write finds
 *     the last change. A reader may be given a former segment; the source sees to it that no wrong id comes of it.
 *   - At most an eighth of the places is taken, so that a search ends, nearly always at the first place.
 *   - A reader of a table that has grown meanwhile may miss what was entered since, and finds all that was before.
 * Locks: `this`, for those who write; readers take none.
 * </pre>
 */
public final class TagIndex {

    private static final VarHandle PLACE = MethodHandles.arrayElementVarHandle(Segment[].class);
    private static final int FIRST_LENGTH = 64;
    private static final int MOST_TAKEN = 8; // one of so many

    /** In the place of a tag that was forgotten, so that a search goes on past it; no tag is equal to its own. */
    private static final Segment TOMBSTONE = Segment.EMPTY;

    private volatile @Nullable Segment[] places = new @Nullable Segment[FIRST_LENGTH];
    private int taken;

    /** Returns the segment that was entered last for this tag; {@code null} if there is none, or if it is being entered. Never blocks. */
    public @Nullable Segment get(String tag) {
        @Nullable Segment[] table = places;
        for (int place = home(tag, table); ; place = after(place, table)) {
            Segment found = (Segment) PLACE.getAcquire(table, place);
            if (found == null || isSame(found.tag(), tag)) {
                return found;
            }
        }
    }

    /** The hashes are compared first, so that a search that passes another tag compares no characters. */
    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(String known, String tag) {
        return known == tag || (known.hashCode() == tag.hashCode() && known.equals(tag));
    }

    /** Enters the segment that is current now, if any, in place of the former one of its tag. */
    synchronized void put(Supplier<Segment> current) {
        Segment segment = current.get();
        if (segment.isEmpty()) {
            return; // what is there of the tag is used up, and leads to the source
        }
        if (enter(segment, places)) {
            taken++;
        }
        if (taken * MOST_TAKEN > places.length) {
            grow();
        }
    }

    private void grow() {
        @Nullable Segment[] grown = new @Nullable Segment[places.length * 2];
        for (Segment each : places) {
            if (each != null && each != TOMBSTONE) {
                enter(each, grown);
            }
        }
        places = grown;
    }

    /** Claims all that is left of the segment of a tag. */
    synchronized void burn(String tag) {
        Segment segment = get(tag);
        if (segment != null) {
            segment.claimRest();
        }
    }

    /** Discards the segment of a tag, which is not found any more. */
    synchronized void forget(String tag) {
        Segment segment = get(tag);
        if (segment != null) {
            segment.claimRest();
            PLACE.setRelease(places, placeOf(tag, places), TOMBSTONE);
        }
    }

    /** Returns whether the tag is new. */
    private static boolean enter(Segment segment, @Nullable Segment[] table) {
        int place = placeOf(segment.tag(), table);
        boolean isNew = table[place] == null;
        PLACE.setRelease(table, place, segment);
        return isNew;
    }

    /** The place that a tag has, or else the one that it gets. */
    private static int placeOf(String tag, @Nullable Segment[] table) {
        int place = home(tag, table);
        for (Segment found = table[place]; found != null && !isSame(found.tag(), tag); found = table[place]) {
            place = after(place, table);
        }
        return place;
    }

    private static int home(String tag, @Nullable Segment[] table) {
        int hash = tag.hashCode();
        return (hash ^ (hash >>> 16)) & (table.length - 1);
    }

    private static int after(int place, @Nullable Segment[] table) {
        return (place + 1) & (table.length - 1);
    }
}
