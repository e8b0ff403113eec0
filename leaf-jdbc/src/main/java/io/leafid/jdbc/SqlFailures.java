package io.leafid.jdbc;

import java.sql.SQLException;
import java.util.Set;
import java.util.function.Function;

/** Words of a database or its driver about a failure. Stateless. */
public final class SqlFailures {

    private SqlFailures() {}

    /** Returns whether a database says that a table is missing. */
    public static boolean isMissingTable(Throwable failure) {
        return anyState(failure, SqlStates::missingTable);
    }

    /** Returns whether a database says that a column is missing. */
    public static boolean isMissingColumn(Throwable failure) {
        return anyState(failure, SqlStates::missingColumn);
    }

    /** Returns whether it is a failure of a database that is a file, and of a kind that can pass. */
    public static boolean isOfFile(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof SQLException sql && sql.getSQLState() == null && isOfFile(sql)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOfFile(SQLException failure) {
        for (SqlDialect dialect : SqlDialect.values()) {
            if (dialect.isFile() && dialect.facts().states().reader().apply(failure) != null) {
                return true;
            }
        }
        return false;
    }

    /** Decided by the first failure that has a state; of all kinds, since a database that fails need not say which it is. */
    private static boolean anyState(Throwable failure, Function<SqlStates, Set<String>> wanted) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof SQLException sql) {
                boolean isReadable = false;
                for (SqlDialect dialect : SqlDialect.values()) {
                    SqlStates states = dialect.facts().states();
                    String state = states.reader().apply(sql);
                    if (state != null && wanted.apply(states).contains(state)) {
                        return true;
                    }
                    isReadable |= state != null;
                }
                if (isReadable) {
                    return false;
                }
            }
        }
        return false;
    }
}
