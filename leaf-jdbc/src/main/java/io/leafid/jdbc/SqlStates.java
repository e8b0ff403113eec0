package io.leafid.jdbc;

import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Marks by which failures of one kind of database are told apart: by SQL states. Immutable.
 *
 * @param missingTable "no such table"
 * @param missingColumn "no such column"
 * @param undone the database has undone a statement because of what others did at the same time, or has not begun it
 * @param reader finds the state of a failure
 */
record SqlStates(Set<String> missingTable, Set<String> missingColumn, Set<String> undone, Reader reader) {

    /** For drivers that know SQL states. */
    static final Reader STANDARD = SQLException::getSQLState;

    /** Finder of the SQL state of a failure; for a driver that knows none, the state that other databases would name. */
    @FunctionalInterface
    interface Reader {

        /** The state; null for a failure of another driver, or one without a state. */
        @Nullable String stateOf(SQLException failure);
    }

    SqlStates {
        missingTable = Set.copyOf(missingTable);
        missingColumn = Set.copyOf(missingColumn);
        undone = Set.copyOf(undone);
    }
}
