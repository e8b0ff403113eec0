package io.leafid.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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
     * Looks at the table.
     *
     * @return its name with its schema, where that depends on the session; nothing if there is no such table
     * @throws UnsafeTableException if changes could be lost, or cannot be undone
     */
    public Optional<TableName> verify(JdbcOperations jdbc) {
        TableCheckSql sql = dialect.facts().tableCheck();
        List<Found> found = jdbc.query(sql.kind(), (row, number) -> requireSafe(row), table.schema(), table.table());
        if (!sql.behindView().isEmpty() && found.stream().anyMatch(Found::isView)) {
            requireSafeBehindView(jdbc, sql.behindView());
        }
        return found.stream().map(Found::name).findFirst();
    }

    private Found requireSafe(ResultSet kind) throws SQLException {
        if (kind.getInt("is_safe") != 1) {
            throw unsafe(table.value(), kind.getString("kind"));
        }
        String schema = kind.getString("schema_name");
        TableName name = (schema == null) ? table : new TableName(schema + "." + table.table());
        return new Found(name, kind.getInt("is_view") == 1);
    }

    /**
     * A table that is there.
     *
     * @param name its name for statements
     * @param isView whether only what lies behind it can tell whether it is safe
     */
    private record Found(TableName name, boolean isView) {}

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

    /**
     * Looks at the connection, on which auto-commit was switched on.
     *
     * @throws UnsafeTableException if it is off all the same, so that what is granted would not be committed
     */
    public void requireAutoCommit(JdbcOperations jdbc) {
        String question = dialect.facts().tableCheck().autoCommit();
        ConnectionCallback<Boolean> ofDriver = Connection::getAutoCommit;
        boolean isOn = Boolean.TRUE.equals(jdbc.execute(ofDriver))
                && (question.isEmpty() || Objects.equals(jdbc.queryForObject(question, Integer.class), 1));
        if (!isOn) {
            throw new UnsafeTableException(
                    "the DataSource ignores setAutoCommit(true), so that what is granted from table %s is not committed"
                            .formatted(table),
                    "remove the wrapper, the init SQL or the setting of the driver (useLocalSessionState) that keeps sessions out of"
                            + " auto-commit");
        }
    }
}
