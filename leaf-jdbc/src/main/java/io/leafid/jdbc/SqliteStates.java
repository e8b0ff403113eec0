package io.leafid.jdbc;

import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** SQL states of the failures of SQLite, whose driver knows result codes and no states. Stateless. */
final class SqliteStates {

    /** Its result code for a file that another connection has locked, and for a table that one of this process has. */
    private static final Set<Integer> BUSY = Set.of(5, 6);

    private static final int ERROR = 1;
    private static final int READ_ONLY = 8;
    private static final int FULL = 13;
    private static final int CONSTRAINT = 19;

    /** It cannot be read or written, opened, or is no database: 10, 14 and 26; 11 is a damaged one. */
    private static final Set<Integer> UNREACHABLE = Set.of(10, 11, 14, 26);

    private SqliteStates() {}

    /** The state that a failure would have; {@code null} if it is none of SQLite, or one without a counterpart. */
    static @Nullable String of(SQLException failure) {
        String message = String.valueOf(failure.getMessage());
        if (!message.startsWith("[SQLITE_")) {
            return null;
        }
        int code = failure.getErrorCode() & 0xff;
        if (BUSY.contains(code)) {
            return "40001";
        }
        if (UNREACHABLE.contains(code)) {
            return "08006";
        }
        return switch (code) {
            case ERROR -> stateOfError(message);
            case READ_ONLY -> "57000";
            case FULL -> "53100";
            case CONSTRAINT -> message.contains("UNIQUE") ? "23505" : "23000";
            default -> null;
        };
    }

    private static String stateOfError(String message) {
        if (message.contains("no such table")) {
            return "42S02";
        }
        return (message.contains("no such column") || message.contains("has no column")) ? "42S22" : "42000";
    }
}
