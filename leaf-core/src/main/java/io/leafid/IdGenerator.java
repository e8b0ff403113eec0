package io.leafid;

/**
 * Hands out 64-bit ids that are unique across all nodes and grow with time.
 *
 * <p>Every id is positive or zero, lies in what was durably reserved for this process beforehand, and is handed out at
 * most once. Ids of one tag obtained from one generator are strictly increasing in the order in which calls complete
 * without overlap; across nodes they grow with time, no more. A call returns within its configured deadline or throws.
 *
 * <p>Implementations are thread-safe, and safe to call from virtual threads. No lock is held while a store is asked.
 *
 * <p>Every method throws {@link IllegalArgumentException} for a tag that is not legal (see {@link Tags}) or a count out
 * of range, {@link UnknownTagException} for a tag that is not set up, and another {@link IdGenerationException} when
 * nothing can be issued now.
 */
public interface IdGenerator {

    /** The most ids that one batch call may ask for. */
    int MAX_BATCH = 1_000_000;

    /**
     * Returns the next id of a tag.
     *
     * @param tag the business key that the id is for, 1 to 128 characters
     * @return an id, never negative
     * @throws IdGenerationException if no id can be issued within the deadline
     * @throws IllegalArgumentException if the tag is not legal
     */
    long nextId(String tag);

    /**
     * Returns several ids of a tag in increasing order: all of them or an exception.
     *
     * <p>The ids need not be consecutive: a batch may span several reserved ranges. Ids already taken for a batch that
     * then fails are lost, never issued again.
     *
     * @param tag the business key that the ids are for, 1 to 128 characters
     * @param count how many ids, 1 to {@value #MAX_BATCH}
     * @return exactly {@code count} strictly increasing ids
     * @throws IdGenerationException if the ids cannot be issued within the deadline
     * @throws IllegalArgumentException if the tag is not legal or the count is out of range
     */
    long[] nextIds(String tag, int count);

    /**
     * Resolves a tag once and returns its ids as a sequence, for hot paths.
     *
     * <p>The sequence stays valid for the life of the generator: when the tag is removed it throws
     * {@link UnknownTagException}, and works again when the tag comes back.
     *
     * @param tag the business key that the ids are for, 1 to 128 characters
     * @return the ids of this tag, shared with all other callers
     * @throws UnknownTagException if the tag is not set up
     * @throws IdGenerationException if the tag cannot be looked up now
     * @throws IllegalArgumentException if the tag is not legal
     */
    IdSequence sequence(String tag);
}
