package io.leafid.jdbc;

import java.util.List;
import java.util.Map;

/** MySQL and MariaDB. Stateless. */
final class MySqlFacts {

    private static final String SERVER_ID = "CONCAT_WS('/', @@hostname, @@port, @@server_id)";

    private static final String SERVER_RUN = """
            CONCAT_WS(' since ', {server},
                (SELECT UTC_TIMESTAMP() - INTERVAL CAST(variable_value AS SIGNED) + IF(variable_value = 0, SLEEP(1), 0) SECOND
                   FROM {schema}.global_status
                  WHERE variable_name = 'Uptime'))""".replace("{server}", SERVER_ID);

    /*
     * The OK packet of the UPDATE carries the value of LAST_INSERT_ID(expression); drivers return it as generated key.
     * FOR UPDATE makes a proxy that splits reads
     * from writes ask the primary; it locks nothing, since it does not reach into the subquery. A binary string has no
     * collation, and no trailing spaces that do not count.
     *
     * The start of a server makes it another one after a restart, which nothing else would show behind a proxy. Uptime is counted up to
     * the statement's own time, so that the difference is always the same. It counts whole seconds: the statement waits until the
     * one of the start has passed, so that no later start has the same name. It is asked for only where ids are skipped after a
     * restart, since the status is summed up over all connections of the server.
     */
    private static final CounterSql COUNTERS = new CounterSql(
            """
            UPDATE %1$s
               SET max_id = LAST_INSERT_ID(GREATEST(max_id, ?) + ?), update_time = CURRENT_TIMESTAMP
             WHERE biz_tag = ?
               AND CAST(CONVERT(biz_tag USING utf8mb4) AS BINARY) = CAST(CONVERT(? USING utf8mb4) AS BINARY)
               AND max_id BETWEEN ? AND ?
            """,
            """
            SELECT (SELECT step FROM %1$s WHERE biz_tag = ?) AS step, %2$s AS server_id
              FROM DUAL
               FOR UPDATE
            """,
            List.of("max_id"),
            List.of(SERVER_ID),
            inEither(SERVER_RUN),
            "SELECT %s FROM DUAL FOR UPDATE",
            "CAST(UNIX_TIMESTAMP(update_time) AS CHAR)");

    /** The definition of a view names its tables with their schema, both in back quotes. */
    private static final TableCheckSql TABLE_CHECK = new TableCheckSql(
            """
            SELECT COALESCE(t.engine, t.table_type) AS kind,
                   CASE WHEN t.engine IS NULL OR e.transactions = 'YES' THEN 1 ELSE 0 END AS is_safe,
                   CASE WHEN t.table_type = 'VIEW' THEN 1 ELSE 0 END AS is_view, NULL AS schema_name
              FROM information_schema.tables t
              LEFT JOIN information_schema.engines e ON e.engine = t.engine
             WHERE t.table_schema = COALESCE(?, DATABASE()) AND t.table_name = ?
            """, """
            SELECT CONCAT(t.table_schema, '.', t.table_name) AS name, e.engine AS kind
              FROM information_schema.views v
              JOIN information_schema.tables t
                ON LOCATE(CONCAT('`', t.table_schema, '`.`', t.table_name, '`'), v.view_definition) > 0
              JOIN information_schema.engines e ON e.engine = t.engine
             WHERE v.table_schema = COALESCE(?, DATABASE()) AND v.table_name = ? AND e.transactions <> 'YES'
            """, "which keeps no transactions", "run ALTER TABLE %s ENGINE = InnoDB", "SELECT @@autocommit");

    /**
     * Without a binary log its setting means nothing. A replica that has not acknowledged in time is no longer waited for. In a
     * group the other members keep what one of them forgets. MySQL 5.7 has no common table expressions.
     */
    private static final String LOSSY_SETTINGS = """
            SELECT CONCAT(name, '=', value) AS setting,
                   CASE WHEN name LIKE 'rpl%' THEN 'a fail-over after so many milliseconds without a replica'
                        WHEN EXISTS (SELECT 1 FROM {settings} g WHERE name = 'wsrep_on' AND value = 'ON'
                                         OR name = 'group_replication_group_name' AND value <> '')
                             THEN 'a crash of all servers of its group'
                        WHEN name = 'innodb_flush_log_at_trx_commit' AND value = '0' THEN 'a crash of the server'
                        ELSE 'a crash of its machine'
                    END AS event
              FROM {settings} s
             WHERE name = 'innodb_flush_log_at_trx_commit' AND value IN ('0', '2')
                OR name = 'sync_binlog' AND value <> '1' AND @@GLOBAL.log_bin = 1
                OR name IN ('rpl_semi_sync_source_timeout', 'rpl_semi_sync_master_timeout')
                   AND CAST(value AS UNSIGNED) < 86400000
                   AND EXISTS (SELECT 1 FROM {settings} e WHERE e.name = REPLACE(s.name, 'timeout', 'enabled') AND e.value = 'ON')
             ORDER BY name
            """.replace("{settings}", """
            (SELECT LOWER(variable_name) AS name, variable_value AS value
               FROM {schema}.global_variables)""");

    static final DialectFacts FACTS = new DialectFacts(
            new DialectSql(
                    "TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(3)) DIV 1000",
                    "CURRENT_TIMESTAMP",
                    "GREATEST",
                    "FOR UPDATE",
                    ""),
            COUNTERS,
            TABLE_CHECK,
            inEither(LOSSY_SETTINGS),
            Map.of("useLocalSessionState", "false"), // else an init SQL may leave each statement in an open transaction
            "");

    private MySqlFacts() {}

    /** The same with the schema in which MariaDB has its status, and with MySQL's; firewalls of pools take no comments that tell the two apart. */
    private static List<String> inEither(String sql) {
        return List.of(sql.replace("{schema}", "information_schema"), sql.replace("{schema}", "performance_schema"));
    }
}
