package io.leafid.autoconfigure.jdbc;

/** Explains why a store of ids fails at start. Stateless. */
@FunctionalInterface
public interface StoreFailures {

    /** Returns an explained failure, or the same if there is nothing to explain. */
    RuntimeException explain(RuntimeException failure);
}
