package io.leafid.jdbc;

import java.util.List;
import java.util.Map;

/** H2, embedded or as a server. Stateless. */
final class H2Facts {

    /** The driver asks for the columns of the row as it is after the UPDATE. */
    private static final CounterSql COUNTERS = new CounterSql(
            """
            UPDATE %1$s
               SET max_id = GREATEST(max_id, ?) + ?, update_time = CURRENT_TIMESTAMP
             WHERE biz_tag = ? AND STRINGTOUTF8(biz_tag) = STRINGTOUTF8(?) AND max_id BETWEEN ? AND ?
            """, "", List.of("biz_tag", "max_id", "step"), List.of(), List.of(), "", "CAST(update_time AS VARCHAR)");

    /**
     * H2 writes a file some time after the commit, by default: what was allocated meanwhile is allocated again after a kill.
     * H2's own names are in capitals, since with {@code DATABASE_TO_UPPER=FALSE} they are found by no other spelling.
     */
    private static final TableCheckSql TABLE_CHECK = new TableCheckSql(
            """
            SELECT 'in a file that H2 writes up to ' || SETTING_VALUE || ' ms after a commit' AS kind,
                   CASE WHEN DATABASE_PATH() IS NULL OR SETTING_VALUE = '0' THEN 1 ELSE 0 END AS is_safe,
                   0 AS is_view, NULL AS schema_name
              FROM INFORMATION_SCHEMA.SETTINGS
             WHERE SETTING_NAME = 'WRITE_DELAY' AND COALESCE(CAST(? AS VARCHAR), CAST(? AS VARCHAR)) IS NOT NULL
            """,
            "",
            "and a process that is killed loses what was committed last",
            "add ;WRITE_DELAY=0 to the JDBC URL",
            "");

    static final DialectFacts FACTS = new DialectFacts(
            new DialectSql(
                    "CAST(FLOOR(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(3)) * 1000) AS BIGINT)",
                    "CURRENT_TIMESTAMP",
                    "GREATEST",
                    "FOR UPDATE",
                    ""),
            COUNTERS,
            TABLE_CHECK,
            List.of(), // refused by the check above
            Map.of(),
            "");

    private H2Facts() {}
}
