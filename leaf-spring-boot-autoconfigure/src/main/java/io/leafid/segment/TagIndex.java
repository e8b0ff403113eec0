package io.leafid.segment;

import io.leafid.segment.buffer.TagBuffer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The buffers by their tags, for {@code nextId(tag)}. A constant in the source is the very string that a tag is kept as, and is
 * found by its reference. A table of buffers without an object for each entry, since each line of memory that a look-up touches
 * is seen in what an id costs. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - A tag that has been entered stays, in the first place from its own on that held no buffer of another tag; the buffer
 *     at a place is only ever replaced by another one of its tag.
 *   - At most an eighth of the places is taken, so that a search ends, nearly always at the first place.
 *   - A reader of a table that has grown meanwhile may miss what was entered since, and finds all that was before.
 * Locks: `this`, for those who enter; readers take none.
 * </pre>
 */
final class TagIndex {

    private static final VarHandle PLACE = MethodHandles.arrayElementVarHandle(TagBuffer[].class);
    private static final int FIRST_LENGTH = 64;
    private static final int MOST_TAKEN = 8; // one of so many

    private volatile @Nullable TagBuffer[] places = new @Nullable TagBuffer[FIRST_LENGTH];
    private int taken;

    /** Returns the buffer that was entered for this tag; {@code null} if there is none, or if it is being entered. Never blocks. */
    @Nullable TagBuffer get(String tag) {
        @Nullable TagBuffer[] table = places;
        for (int place = home(tag, table); ; place = after(place, table)) {
            TagBuffer found = (TagBuffer) PLACE.getAcquire(table, place);
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

    /** Enters a buffer in place of the one that the tag had, if any. */
    synchronized void put(TagBuffer buffer) {
        if (enter(buffer, places)) {
            taken++;
        }
        if (taken * MOST_TAKEN > places.length) {
            @Nullable TagBuffer[] grown = new @Nullable TagBuffer[places.length * 2];
            for (TagBuffer each : places) {
                if (each != null) {
                    enter(each, grown);
                }
            }
            places = grown;
        }
    }

    /** Returns whether the tag is new. */
    private static boolean enter(TagBuffer buffer, @Nullable TagBuffer[] table) {
        int place = home(buffer.tag(), table);
        while (table[place] != null && !isSame(table[place].tag(), buffer.tag())) {
            place = after(place, table);
        }
        boolean isNew = table[place] == null;
        PLACE.setRelease(table, place, buffer);
        return isNew;
    }

    private static int home(String tag, @Nullable TagBuffer[] table) {
        int hash = tag.hashCode();
        return (hash ^ (hash >>> 16)) & (table.length - 1);
    }

    private static int after(int place, @Nullable TagBuffer[] table) {
        return (place + 1) & (table.length - 1);
    }
}
