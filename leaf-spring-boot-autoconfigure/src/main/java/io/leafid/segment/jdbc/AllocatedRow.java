package io.leafid.segment.jdbc;

/**
 * A row as an allocation has left it.
 *
 * @param tag the tag in the table's spelling
 * @param end the counter that the allocation wrote
 * @param step the row's step; 0 if it could not be read
 * @param server the server that ran the allocation; empty if it cannot tell
 */
record AllocatedRow(String tag, long end, long step, String server) {}
