package io.leafid.segment.store;

import io.leafid.IdsExhaustedException;
import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import io.leafid.segment.status.DatabaseStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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
 */
public interface SegmentStore {

    /**
     * Moves a tag's counter up and returns the range between its old and its new value.
     *
     * @param tag the tag
     * @param amount how many ids to take, at least 1
     * @return the range that this very call has taken, of exactly {@code amount} ids
     * @throws UnknownTagException if the tag has no row; nothing was changed
     * @throws IdsExhaustedException if the counter would pass 2⁶³ − 1; nothing was changed
     * @throws SegmentUnavailableException if the tag's row cannot be used, such as one with a negative counter; nothing was changed
     */
    AllocatedSegment allocate(String tag, long amount);

    /**
     * The same for a caller that has seen higher ids of the tag.
     *
     * @param tag the tag
     * @param amount how many ids to take, at least 1
     * @param floor the first id must be at least this. A store with one counter for each tag that ignores it moves a counter that was
     *     rewound, by a range that is then refused, to ids of other nodes
     * @return the range that this very call has taken, of exactly {@code amount} ids
     * @throws CounterSetBackException if the tag's only counter stands below {@code floor}; nothing was changed
     */
    default AllocatedSegment allocate(String tag, long amount, long floor) {
        return allocate(tag, amount);
    }

    /**
     * The most ids that one allocation of a tag may take, also where its row has a larger step; the engine keeps its steps below.
     * May change from one call to the next. Asks nothing.
     */
    default long maxStep(String tag) {
        return Long.MAX_VALUE;
    }

    /**
     * Returns whether each tag has one counter, so that its ranges grow in the order in which they are allocated, over all nodes. A
     * store with several, each in a database of its own, keeps to the floor of an allocation and refuses by itself a counter
     * that was rewound; the engine then leaves that to it.
     */
    default boolean hasOneCounter() {
        return true;
    }

    /**
     * The number of times that another server has answered than before, which may lack what the former one had committed; 0 if that cannot be
     * noticed. When it changes, the columns that a tag numbers are looked at again, and no pause after a failure holds. Asks nothing.
     */
    default long serverChanges() {
        return 0;
    }

    /** The databases that grant the interleaved ranges; none if the store has one counter for each tag. Asks none of them. */
    default List<DatabaseStatus> members() {
        return List.of();
    }

    /**
     * The note for the disk of this process once all ids of a tag below {@code end} that it was granted are handed
     * out.
     *
     * @param tag the tag
     * @param end end, exclusive, of what was handed out
     * @return the end for each counter of the tag, by a name that stays the same from one run to the next
     */
    default Map<String, Long> handedOut(String tag, long end) {
        return Map.of("", end);
    }

    /**
     * Takes over what earlier runs have noted of a tag: a counter that stands below is to be refused. Called before the first
     * allocation of the tag.
     *
     * @param ends what {@link #handedOut} returned then
     * @return the highest end that counts; 0 if none does
     */
    default long recall(String tag, Map<String, Long> ends) {
        return ends.getOrDefault("", 0L);
    }

    /**
     * The name that tells this store from every other one and stays the same from one run to the next, in one line. The highest ids that
     * a run notes on its disk are those of the store with this identity: after a restart a row that stands below them is
     * refused.
     *
     * @return empty if the store cannot tell, or begins anew with each process; then nothing is refused after a restart
     */
    default String identity() {
        return "";
    }

    /** A short word for operators: what kind of store it is, such as {@code jdbc}. The name of the class if not overridden. */
    default String name() {
        return getClass().getSimpleName();
    }

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
     * Deletes the row of a tag whose ids will not be wanted any more, if the store's own clock has reached a moment. A caller whose clock
     * is ahead must not delete rows that others use, so its clock is not asked.
     *
     * @param tag the tag
     * @param due the moment
     * @return whether a row was deleted; always {@code false} of a store that keeps all rows
     */
    default boolean delete(String tag, Instant due) {
        return false;
    }

    /**
     * Gives a range back that was never handed out, provided that it is still the last one that was allocated: sets the
     * counter from {@code end} to {@code first} by compare-and-set. Repeated by a driver or a proxy, even after another
     * node has allocated up to {@code end} again, it changes nothing; a store that cannot be sure of that gives nothing back.
     *
     * @return whether the counter was moved
     */
    boolean giveBack(String tag, long first, long end);
}
