package io.leafid.jdbc;

import java.util.List;
import java.util.Map;

/** PostgreSQL. Stateless. */
final class PostgreSqlFacts {

    /** Has the commit of a transaction wait for the log, and no less than the session would. */
    private static final String DURABLE =
            "set_config('synchronous_commit', COALESCE(NULLIF(current_setting('synchronous_commit'), 'off'), 'local'), true)";

    /**
     * A replica has the system identifier of its primary, and begins a new timeline when it is promoted. It cannot name
     * one before, where a proxy may ask it.
     *
     * <p>The statement sets the limit of its own wait for the row, for as long as it runs: that needs neither a transaction nor a
     * round trip, leaves nothing behind in a session that a pooler gives to others, and no connection is opened to cancel it. In the
     * same way it has its commit wait for the log: a crash of one process of the server would lose it, and show nothing.
     *
     * <p>The start of a server makes it another one after a restart.
     */
    private static final CounterSql COUNTERS = new CounterSql(
            """
            UPDATE %1$s
               SET max_id = GREATEST(max_id, ?) + ?, update_time = CURRENT_TIMESTAMP
              FROM (SELECT set_config('lock_timeout', '%3$s', true), {durable}) AS for_this_statement
             WHERE biz_tag = ? AND biz_tag COLLATE "C" = ? AND max_id BETWEEN ? AND ?
            RETURNING biz_tag, max_id, step, %2$s
            """.replace("{durable}", DURABLE),
            "",
            List.of("biz_tag", "max_id", "step", CounterSql.SERVER_ID),
            List.of(server("")),
            List.of(server(
                    " || to_char(TIMEZONE('UTC', pg_postmaster_start_time()), '\" since \"YYYY-MM-DD HH24:MI:SS.US')")),
            "SELECT %s FOR UPDATE",
            "CAST(update_time AS VARCHAR)");

    /** An unlogged table is empty after a crash, also behind a view, or as a part of another table. */
    private static final TableCheckSql TABLE_CHECK =
            new TableCheckSql("""
            SELECT CASE c.relpersistence WHEN 'u' THEN 'UNLOGGED' WHEN 't' THEN 'TEMPORARY' ELSE 'LOGGED' END AS kind,
                   CASE c.relpersistence WHEN 'p' THEN 1 ELSE 0 END AS is_safe,
                   CASE WHEN c.relkind = 'v' OR c.relhassubclass THEN 1 ELSE 0 END AS is_view,
                   CASE WHEN quote_ident(n.nspname) = n.nspname THEN n.nspname END AS schema_name
              FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE c.oid = to_regclass(CONCAT(CAST(? AS VARCHAR) || '.', CAST(? AS VARCHAR)))
            """, """
            WITH RECURSIVE behind (part) AS (
                SELECT CAST(to_regclass(CONCAT(CAST(? AS VARCHAR) || '.', CAST(? AS VARCHAR))) AS oid)
                 UNION
                SELECT known.part
                  FROM behind JOIN (
                       SELECT r.ev_class AS whole, d.refobjid AS part
                         FROM pg_rewrite r JOIN pg_depend d ON d.objid = r.oid AND d.refclassid = CAST('pg_class' AS regclass)
                        UNION ALL
                       SELECT inhparent, inhrelid FROM pg_inherits) known ON known.whole = behind.part)
            SELECT CAST(CAST(oid AS regclass) AS VARCHAR) AS name, 'UNLOGGED' AS kind
              FROM pg_class
             WHERE oid IN (SELECT part FROM behind) AND relkind = 'r' AND relpersistence = 'u'
            """, "which does not survive a crash", "run ALTER TABLE %s SET LOGGED", "");

    /** Its driver cancels by a connection of its own, and waits ten seconds for that on a dead line. */
    private static final String TIME_LIMIT = "SELECT set_config('statement_timeout', '%s', true), " + DURABLE;

    private static final String LOSSY_SETTINGS = """
            SELECT s.name || '=' || s.setting AS setting,
                   CASE s.name WHEN 'fsync' THEN 'a crash of its machine' ELSE 'a fail-over' END AS event
              FROM pg_settings s
             WHERE s.name = 'fsync' AND s.setting = 'off'
                OR s.name = 'synchronous_commit' AND s.setting = 'local'
                   AND EXISTS (SELECT 1 FROM pg_settings n WHERE n.name = 'synchronous_standby_names' AND n.setting <> '')
             ORDER BY s.name
            """;

    static final DialectFacts FACTS = new DialectFacts(
            new DialectSql(
                    "CAST(FLOOR(EXTRACT(EPOCH FROM CLOCK_TIMESTAMP()) * 1000) AS BIGINT)",
                    "CURRENT_TIMESTAMP",
                    "GREATEST",
                    "FOR UPDATE",
                    TIME_LIMIT),
            COUNTERS,
            TABLE_CHECK,
            List.of(LOSSY_SETTINGS),
            Map.of("prepareThreshold", "0"), // a pooler may run another client's statement of the same name
            "");

    private PostgreSqlFacts() {}

    private static String server(String start) {
        return """
            CASE WHEN pg_is_in_recovery() THEN ''
                 ELSE (pg_control_system()).system_identifier || '/' || LEFT(pg_walfile_name(pg_current_wal_lsn()), 8)%s
             END""".formatted(start);
    }
}
