package io.leafid.jdbc;

import java.sql.Connection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcOperations;

/** Refuses a table whose changes are not transactions, before anything is reserved in it. Immutable. */
public final class TableCheck {

    private final SqlDialect dialect;
    private final TableName table;

    /** Makes the check of one table. */
    public TableCheck(SqlDialect dialect, TableName table) {
        this.dialect = dialect;
        this.table = table;
    }

    /**
     * Looks at the table and the connection.
     *
     * @param jdbc runs statements within a transaction
     * @return whether there is such a table
     * @throws UnsafeTableException if changes could be lost, or cannot be undone
     */
    public boolean verify(JdbcOperations jdbc) {
        requireTransaction(jdbc);
        TableCheckSql sql = dialect.tableCheck();
        if (sql.kind().isEmpty()) {
            return true;
        }
        List<Kind> kinds = jdbc.query(
                sql.kind(),
                (row, number) -> new Kind(row.getString("kind"), row.getInt("safe") == 1, row.getInt("view") == 1),
                table.schema(),
                table.table());
        for (Kind kind : kinds) {
            require(kind.safe(), kind.name());
            if (kind.view() && !sql.kindsBehindView().isEmpty()) {
                jdbc.queryForList(sql.kindsBehindView(), String.class, table.schema(), table.table())
                        .forEach(behind -> require(false, behind));
            }
        }
        return !kinds.isEmpty();
    }

    private void require(boolean safe, @Nullable String kind) {
        if (!safe) {
            throw new UnsafeTableException(
                    "table %s is %s, %s: what is reserved in it could be reserved again"
                            .formatted(table, kind, dialect.tableCheck().flaw()),
                    "run " + dialect.tableCheck().remedy().formatted(table));
        }
    }

    /** A DataSource that ignores it commits each statement by itself, and can undo none. */
    private void requireTransaction(JdbcOperations jdbc) {
        ConnectionCallback<Boolean> autoCommit = Connection::getAutoCommit;
        if (Boolean.TRUE.equals(jdbc.execute(autoCommit))) {
            throw new UnsafeTableException(
                    "the DataSource ignores setAutoCommit(false), so that nothing in table %s can be rolled back"
                            .formatted(table),
                    "remove the wrapper or the setting of the pool that forces auto-commit");
        }
    }

    private record Kind(String name, boolean safe, boolean view) {}
}
