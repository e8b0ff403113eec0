package io.leafid.jdbc;

import java.sql.SQLException;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Marks by which failures of one kind of database are told apart: by SQL states. Immutable.
 *
 * @param missingTable "no such table"
 * @param missingColumn "no such column"
 * @param undone the database has undone a statement because of what others did at the same time, or has not begun it
 * @param reader finds the state of a failure; null for one of another driver, or without a state
 */
record SqlStates(
        Set<String> missingTable,
        Set<String> missingColumn,
        Set<String> undone,
        Function<SQLException, @Nullable String> reader) {

    /** For drivers that know SQL states. */
    static final Function<SQLException, @Nullable String> STANDARD = SQLException::getSQLState;

    SqlStates {
        missingTable = Set.copyOf(missingTable);
        missingColumn = Set.copyOf(missingColumn);
        undone = Set.copyOf(undone);
    }
}
