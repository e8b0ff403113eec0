package io.leafid.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.RowCallbackHandler;

/**
 * Check that refuses a table whose changes are not transactions, before anything is reserved in it. Immutable.
 *
 * @param dialect the kind of database
 * @param table the table
 */
public record TableCheck(SqlDialect dialect, TableName table) {

    /**
     * Looks at the table and the connection.
     *
     * @param jdbc runs statements within a transaction
     * @return whether there is such a table
     * @throws UnsafeTableException if changes could be lost, or cannot be undone
     */
    public boolean verify(JdbcOperations jdbc) {
        requireTransaction(jdbc);
        TableCheckSql sql = dialect.facts().tableCheck();
        List<Boolean> views = jdbc.query(sql.kind(), (row, number) -> requireSafe(row), table.schema(), table.table());
        if (views.contains(true) && !sql.behindView().isEmpty()) {
            requireSafeBehindView(jdbc, sql.behindView());
        }
        return !views.isEmpty();
    }

    /** Returns whether it is a view, of which only what lies behind it can tell. */
    private boolean requireSafe(ResultSet kind) throws SQLException {
        if (kind.getInt("is_safe") != 1) {
            throw unsafe(table.value(), kind.getString("kind"));
        }
        return kind.getInt("is_view") == 1;
    }

    private void requireSafeBehindView(JdbcOperations jdbc, String behindView) {
        RowCallbackHandler unsafe = row -> {
            throw unsafe(row.getString("name"), row.getString("kind"));
        };
        jdbc.query(behindView, unsafe, table.schema(), table.table());
    }

    private UnsafeTableException unsafe(String name, String kind) {
        TableCheckSql sql = dialect.facts().tableCheck();
        return new UnsafeTableException(
                "table %s is %s, %s: what is reserved in it could be reserved again".formatted(name, kind, sql.flaw()),
                sql.remedy().formatted(name));
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
}
