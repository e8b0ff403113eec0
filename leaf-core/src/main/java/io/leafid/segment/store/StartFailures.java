package io.leafid.segment.store;

/** The meaning of a store's failures at start. Stateless. */
@FunctionalInterface
public interface StartFailures {

    /** Explains nothing. */
    StartFailures UNEXPLAINED = failure -> failure;

    /** Returns an explained failure, or the same if there is nothing to explain. */
    RuntimeException explain(RuntimeException failure);

    /** Returns whether a failure only means that the store is unavailable, which does not stop a start while another store answers. */
    default boolean isOutage(RuntimeException failure) {
        return false;
    }
}
