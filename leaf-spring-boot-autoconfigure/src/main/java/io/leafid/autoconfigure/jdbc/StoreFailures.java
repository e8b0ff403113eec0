package io.leafid.autoconfigure.jdbc;

import io.leafid.segment.store.StartFailures;

/** Explains why a store of ids fails at start. Stateless. */
@FunctionalInterface
public interface StoreFailures extends StartFailures {}
