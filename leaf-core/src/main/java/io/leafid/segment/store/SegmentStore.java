package io.leafid.segment.store;

import io.leafid.IdsExhaustedException;
import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import java.util.List;
import java.util.Optional;

/**
 * The store in which ranges of ids are allocated: one durable counter ({@code max_id}) per tag.
 *
 * <p>The whole promise of uniqueness rests on {@link #allocate}: its range is taken in one transaction of its own that
 * is committed before the method returns, whatever transaction the caller may be in. A method that cannot tell whether
 * its change was committed throws; the engine then never uses the range.
 *
 * <p>Methods may block, are called on threads of the engine and must come back on their own when the store hangs: the
 * engine stops waiting after its load timeout but does not interrupt. They throw any unchecked exception when the store
 * fails. Implementations are thread-safe.
 *
 * <p>These five methods are all that a store needs. What only some stores can tell are interfaces of their own: {@link IdentifiedStore},
 * {@link LimitedStore}, {@link SeveralCounters}.
 */
public interface SegmentStore {

    /**
     * Moves a tag's counter up and returns the range between its old and its new value.
     *
     * @param tag the tag
     * @param amount how many ids to take, at least 1
     * @param floor the caller has seen all ids below this; 0 if it has seen none. A counter that stands below was rewound
     * @return the range that this very call has taken, of exactly {@code amount} ids
     * @throws UnknownTagException if the tag has no row; nothing was changed
     * @throws IdsExhaustedException if the counter would pass 2⁶³ − 1; nothing was changed
     * @throws SegmentUnavailableException if the tag's row cannot be used, such as one with a negative counter; nothing was changed
     * @throws CounterSetBackException if the tag's only counter stands below {@code floor}; nothing was changed
     */
    AllocatedSegment allocate(String tag, long amount, long floor);

    /**
     * Returns a tag's row as it is now, or nothing if there is none.
     *
     * @throws UnknownTagException if there is none and inserting one would not help; the message says what does
     */
    Optional<TagRow> find(String tag);

    /** Returns the rows of all tags, in one query. */
    List<TagRow> findAll();

    /**
     * Adds a row for a tag that has none.
     *
     * @param tag the tag
     * @param step ids per allocation, at least 1
     * @param initialId the first id that will be allocated, not negative
     * @return whether the row was added; {@code false} if there is one already
     */
    boolean create(String tag, int step, long initialId);

    /**
     * Gives a range back that was never handed out, provided that it is still the last one that was allocated: sets the
     * counter from {@code end} to {@code first} by compare-and-set. Repeated by a driver or a proxy, even after another
     * node has allocated up to {@code end} again, it changes nothing; a store that cannot be sure of that gives nothing back.
     *
     * @return whether the counter was moved
     */
    boolean giveBack(String tag, long first, long end);
}
