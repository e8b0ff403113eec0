package io.leafid.jdbc;

import java.util.List;
import java.util.Map;

/**
 * SQLite, a file that the processes of one machine may share. Stateless.
 *
 * <p>A write locks the file. The driver waits for the lock as long as JDBC's time limit of the statement allows.
 */
final class SqliteFacts {

    /** With milliseconds, so that a range can be given back within the second; texts of this form are ordered as their moments. */
    private static final String MOMENT = "strftime('%Y-%m-%d %H:%M:%f', 'now')";

    private static final CounterSql COUNTERS =
            new CounterSql("""
            UPDATE %1$s
               SET max_id = MAX(max_id, ?) + ?, update_time = strftime('%%Y-%%m-%%d %%H:%%M:%%f', 'now')
             WHERE biz_tag = ? AND CAST(biz_tag AS BLOB) = CAST(? AS BLOB) AND max_id BETWEEN ? AND ?
            RETURNING max_id, step
            """, "", List.of(), List.of(), List.of(), "", "update_time");

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
                   0 AS is_view, NULL AS schema_name
              FROM pragma_synchronous s, pragma_journal_mode j, pragma_database_list d
             WHERE d.name = 'main' AND COALESCE(?, ?) IS NOT NULL
            """,
            "",
            "and a crash loses what was committed last",
            "add synchronous=FULL to the JDBC URL, and no journal_mode but DELETE, TRUNCATE, PERSIST or WAL",
            "");

    static final DialectFacts FACTS = new DialectFacts(
            new DialectSql("CAST(unixepoch('subsec') * 1000 AS INTEGER)", MOMENT, "MAX", "", ""),
            COUNTERS,
            TABLE_CHECK,
            List.of(), // refused by the check above
            Map.of(),
            "org.sqlite.JDBC");

    private SqliteFacts() {}
}
