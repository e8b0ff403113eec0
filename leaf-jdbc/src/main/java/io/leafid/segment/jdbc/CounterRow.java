package io.leafid.segment.jdbc;

/**
 * A row as an allocation has left it.
 *
 * @param end the counter that the allocation wrote
 * @param step the row's step, of the same moment or a little later; 0 if it could not be read
 * @param server the server that ran the allocation; empty if it cannot tell
 */
record CounterRow(long end, long step, String server) {}
