package io.leafid.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * SQLite, a file that the processes of one machine may share. Stateless.
 *
 * <p>A write locks the file. The driver waits for the lock as long as JDBC's time limit of the statement allows.
 */
final class SqliteFacts {

    /** Its result code for a file that another connection has locked, and for a table that one of this process has. */
    private static final Set<Integer> BUSY = Set.of(5, 6);

    private static final int ERROR = 1;
    private static final int READ_ONLY = 8;
    private static final int FULL = 13;
    private static final int CONSTRAINT = 19;

    /** It cannot be read or written, opened, or is no database: 10, 14 and 26; 11 is a damaged one. */
    private static final Set<Integer> UNREACHABLE = Set.of(10, 11, 14, 26);

    /** With milliseconds, so that a range can be given back within the second; texts of this form are ordered as their moments. */
    private static final String MOMENT = "strftime('%Y-%m-%d %H:%M:%f', 'now')";

    private static final CounterSql COUNTERS = new CounterSql("""
            UPDATE %1$s
               SET max_id = MAX(max_id, ?) + ?, update_time = strftime('%%Y-%%m-%%d %%H:%%M:%%f', 'now')
             WHERE biz_tag = ? AND CAST(biz_tag AS BLOB) = CAST(? AS BLOB) AND max_id BETWEEN ? AND ?
            RETURNING max_id, step
            """, "", List.of(), "", "", "update_time");

    /**
     * The durability of a commit is set for each connection. In the journal mode WAL, NORMAL does not wait for the disk at a commit;
     * a machine that loses its power forgets it. A database in memory begins anew with its process, as its ids may.
     */
    private static final TableCheckSql TABLE_CHECK = new TableCheckSql(
            """
            SELECT 'in a file with synchronous=' || s.synchronous || ' and journal_mode=' || j.journal_mode AS kind,
                   CASE WHEN d.file = '' THEN 1
                        WHEN j.journal_mode IN ('off', 'memory') OR s.synchronous = 0 THEN 0
                        WHEN j.journal_mode = 'wal' AND s.synchronous = 1 THEN 0
                        ELSE 1
                   END AS is_safe,
                   0 AS is_view
              FROM pragma_synchronous s, pragma_journal_mode j, pragma_database_list d
             WHERE d.name = 'main' AND COALESCE(?, ?) IS NOT NULL
            """,
            "",
            "and a crash loses what was committed last",
            "add synchronous=FULL to the JDBC URL, and no journal_mode but DELETE, TRUNCATE, PERSIST or WAL");

    static final DialectFacts FACTS = new DialectFacts(
            "sqlite",
            List.of("SQLite"),
            new DialectSql("CAST(unixepoch('subsec') * 1000 AS INTEGER)", MOMENT, "MAX", "", ""),
            COUNTERS,
            TABLE_CHECK,
            "", // refused by the check above
            new SqlStates(Set.of("42S02"), Set.of("42S22"), Set.of("40001"), SqliteFacts::stateOf),
            new DialectUrl(
                    Map.of("jdbc:sqlite:", "org.xerial:sqlite-jdbc"),
                    null,
                    "org.sqlite.JDBC",
                    "jdbc:sqlite:(:memory:.*)?"));

    private SqliteFacts() {}

    /** The driver knows result codes of SQLite, and no SQL states. */
    private static @Nullable String stateOf(SQLException failure) {
        if (failure.getSQLState() != null) {
            return failure.getSQLState();
        }
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
