package io.leafid.autoconfigure.jdbc;

import javax.sql.DataSource;

/**
 * The source of Leaf's connections: the application's DataSource or from one derived from it. No bean of a type that
 * the application looks for. Thread-safe.
 */
public interface LeafConnections extends DataSource, AutoCloseable {

    /** Closes the connections that are open; the next call opens others. Closes none of the application's. */
    void release();

    /** Closes them for good. */
    @Override
    void close();
}
