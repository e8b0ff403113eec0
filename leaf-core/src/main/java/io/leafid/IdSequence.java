package io.leafid;

/**
 * The ids of one tag: what {@link IdGenerator#sequence(String)} resolves, without the look-up per call.
 *
 * <p>Thread-safe. All sequences of one tag of one generator draw from the same reserve and keep one common order.
 */
public interface IdSequence {

    /** The tag whose ids these are. */
    String tag();

    /**
     * Returns the next id.
     *
     * @return an id, never negative
     * @throws IdGenerationException if no id can be issued within the deadline
     */
    long next();

    /**
     * Returns several ids in increasing order: all of them or an exception.
     *
     * @param count how many ids, 1 to {@value IdGenerator#MAX_BATCH}
     * @return exactly {@code count} strictly increasing ids
     * @throws IdGenerationException if the ids cannot be issued within the deadline
     * @throws IllegalArgumentException if the count is out of range
     */
    long[] next(int count);
}
