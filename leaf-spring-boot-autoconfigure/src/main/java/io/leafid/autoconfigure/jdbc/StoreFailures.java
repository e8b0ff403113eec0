package io.leafid.autoconfigure.jdbc;

import io.leafid.segment.store.StartFailures;

/** The explanations of a store's failures at start, and its name in the line that a good start ends with. Stateless. */
public interface StoreFailures extends StartFailures {

    String store();
}
