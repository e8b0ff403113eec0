package io.leafid.segment.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A row as an allocation has left it.
 *
 * @param end the counter that the allocation wrote
 * @param step the row's step, of the same moment or a little later; 0 if it could not be read
 * @param server the server that ran the allocation; empty if it cannot tell
 */
record CounterRow(long end, long step, String server) {

    /** The counter of a row; {@code null} where a table that was made by hand lets it have none. */
    static @Nullable Long counterOf(ResultSet row) throws SQLException {
        long counter = row.getLong("max_id");
        return row.wasNull() ? null : counter;
    }
}
