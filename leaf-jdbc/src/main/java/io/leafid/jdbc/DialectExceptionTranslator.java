package io.leafid.jdbc;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;
import org.springframework.jdbc.support.SQLExceptionTranslator;

/**
 * Translator of failures of all kinds of database. Immutable.
 *
 * <p>Not Spring's default, which may ask the database for its name, on another connection, while it is failing.
 */
final class DialectExceptionTranslator implements SQLExceptionTranslator {

    private final SQLExceptionTranslator byState = new SQLExceptionSubclassTranslator();

    @Override
    public @Nullable DataAccessException translate(String task, @Nullable String sql, SQLException failure) {
        return byState.translate(task, sql, withState(failure));
    }

    /** The failure itself if its driver has given it a state, or none is known. */
    private SQLException withState(SQLException failure) {
        String state = SqlFailures.stateOf(failure);
        return (failure.getSQLState() != null || state == null)
                ? failure
                : new SQLException(failure.getMessage(), state, failure.getErrorCode(), failure);
    }
}
