package io.leafid.jdbc;

/**
 * How a kind of database tells whether changes of a table survive a crash and can be rolled back. Immutable.
 *
 * @param kind says what kind a table is ({@code kind}), whether that will do ({@code is_safe}, 1 or 0) and whether it
 *     is a view ({@code is_view}, 1 or 0); no row if there is none; parameters: schema or null, table; empty if there is
 *     nothing to ask
 * @param behindView tables behind a view that will not do ({@code name}, {@code kind}); same parameters; empty if a view
 *     need not be looked behind
 * @param flaw what is wrong with the kinds that will not do
 * @param remedy turns the table into a safe one, with a place for its name
 */
record TableCheckSql(String kind, String behindView, String flaw, String remedy) {

    /** The definition of a view names its tables with their schema, both in back quotes. */
    static final TableCheckSql MYSQL =
            new TableCheckSql("""
            SELECT COALESCE(t.engine, t.table_type) AS kind,
                   CASE WHEN t.engine IS NULL OR e.transactions = 'YES' THEN 1 ELSE 0 END AS is_safe,
                   CASE WHEN t.table_type = 'VIEW' THEN 1 ELSE 0 END AS is_view
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
            """, "which keeps no transactions", "ALTER TABLE %s ENGINE = InnoDB");

    /** An unlogged table is empty after a crash. */
    static final TableCheckSql POSTGRESQL =
            new TableCheckSql("""
            SELECT CASE relpersistence WHEN 'u' THEN 'UNLOGGED' WHEN 't' THEN 'TEMPORARY' ELSE 'LOGGED' END AS kind,
                   CASE relpersistence WHEN 'p' THEN 1 ELSE 0 END AS is_safe,
                   0 AS is_view
              FROM pg_class
             WHERE oid = to_regclass(CONCAT(CAST(? AS VARCHAR) || '.', ?))
            """, "", "which does not survive a crash", "ALTER TABLE %s SET LOGGED");

    static final TableCheckSql NONE = new TableCheckSql("", "", "", "");
}
