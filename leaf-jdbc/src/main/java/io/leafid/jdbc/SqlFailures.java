package io.leafid.jdbc;

import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;

/** Words of a database or its driver about a failure, by SQL states, which mean the same on all kinds of database. Stateless. */
public final class SqlFailures {

    /** The longest chain that is followed, since one may end in itself. A start comes by here, so no other class is loaded for it. */
    private static final int MOST_CAUSES = 50;

    /** H2 has 42S03 where there is a table whose name differs in case, and 42S04 where there is none at all. */
    private static final Set<String> MISSING_TABLE = Set.of("42S02", "42S03", "42S04", "42P01");

    private static final Set<String> UNDONE = Set.of("40001", "40P01");

    private static final Set<String> READ_ONLY = Set.of("25006");

    /** By MySQL and MariaDB, whose state for it says nothing: an option or a mode of the server forbids it. */
    private static final Set<Integer> READ_ONLY_SERVERS = Set.of(1290, 1836);

    /** PostgreSQL's and H2's. */
    private static final Set<String> DENIED = Set.of("42501", "90096");

    /** By MySQL and MariaDB, whose state is that of any wrong statement: for a table, and for a column. */
    private static final Set<Integer> DENIED_BY_MYSQL = Set.of(1142, 1143);

    private SqlFailures() {}

    /** Returns whether a failure is of the database, or of the way to it. */
    public static boolean isFromDatabase(Throwable failure) {
        return failure instanceof DataAccessException;
    }

    /** Returns whether a database cannot be reached, or has not answered in time. */
    public static boolean isOutage(Throwable failure) {
        return failure instanceof CannotGetJdbcConnectionException
                || failure instanceof QueryTimeoutException
                || failure instanceof NonTransientDataAccessResourceException
                || failure instanceof TransientDataAccessResourceException;
    }

    /** Returns whether a database says that a table is missing. */
    public static boolean isMissingTable(Throwable failure) {
        return hasState(failure, MISSING_TABLE);
    }

    /** Returns whether the user of a connection lacks a right. */
    public static boolean isDenied(Throwable failure) {
        return hasStateOrCode(failure, DENIED, DENIED_BY_MYSQL);
    }

    /** Returns whether a server or a session takes no writes, as a primary that was demoted. */
    static boolean isReadOnly(Throwable failure) {
        return hasStateOrCode(failure, READ_ONLY, READ_ONLY_SERVERS);
    }

    private static boolean hasStateOrCode(Throwable failure, Set<String> states, Set<Integer> codes) {
        int causes = 0;
        for (Throwable each = failure; each != null && causes++ < MOST_CAUSES; each = each.getCause()) {
            if (each instanceof SQLException sql
                    && (codes.contains(sql.getErrorCode())
                            || (sql.getSQLState() != null && states.contains(sql.getSQLState())))) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a database has undone a statement because of what others did at the same time, or has not begun it. */
    static boolean isUndone(Throwable failure) {
        return hasState(failure, UNDONE);
    }

    /** Returns whether it is a failure of a database that is a file, and of a kind that can pass. */
    public static boolean isOfFile(Throwable failure) {
        int causes = 0;
        for (Throwable each = failure; each != null && causes++ < MOST_CAUSES; each = each.getCause()) {
            if (each instanceof SQLException sql && sql.getSQLState() == null && stateOf(sql) != null) {
                return true;
            }
        }
        return false;
    }

    /** Decided by the first failure that has a state. */
    private static boolean hasState(Throwable failure, Set<String> wanted) {
        int causes = 0;
        for (Throwable each = failure; each != null && causes++ < MOST_CAUSES; each = each.getCause()) {
            String state = (each instanceof SQLException sql) ? stateOf(sql) : null;
            if (state != null) {
                return wanted.contains(state);
            }
        }
        return false;
    }

    /** The SQL state of a failure, for a driver that knows none by what it says; {@code null} if there is none. */
    static @Nullable String stateOf(SQLException failure) {
        return (failure.getSQLState() == null) ? SqliteStates.of(failure) : failure.getSQLState();
    }
}
