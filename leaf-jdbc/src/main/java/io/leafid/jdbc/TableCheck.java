package io.leafid.jdbc;

import java.sql.Connection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
        List<Map<String, @Nullable Object>> kinds = jdbc.queryForList(sql.kind(), table.schema(), table.table());
        for (Map<String, @Nullable Object> kind : kinds) {
            if (!isOne(kind.get("is_safe"))) {
                throw unsafe(table.value(), String.valueOf(kind.get("kind")));
            }
            if (isOne(kind.get("is_view")) && !sql.behindView().isEmpty()) {
                requireSafeBehindView(jdbc, sql.behindView());
            }
        }
        return !kinds.isEmpty();
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

    private static boolean isOne(@Nullable Object value) {
        return value instanceof Number number && number.intValue() == 1;
    }
}
