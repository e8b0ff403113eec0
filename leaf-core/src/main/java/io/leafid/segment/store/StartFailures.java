package io.leafid.segment.store;

/** What the failures of a store mean at start. Stateless. */
@FunctionalInterface
public interface StartFailures {

    /** Returns an explained failure, or the same if there is nothing to explain. */
    RuntimeException explain(RuntimeException failure);

    /** Whether a failure only means that the store is unavailable, which does not stop a start while another store answers. */
    default boolean isOutage(RuntimeException failure) {
        return false;
    }
}
