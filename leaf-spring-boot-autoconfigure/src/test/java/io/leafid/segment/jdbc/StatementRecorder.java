package io.leafid.segment.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Records the prepared statements that pass, with their values, and repeats them as a replaying proxy would. */
final class StatementRecorder extends ConnectionProxy {

    /** A statement as it was sent. */
    record Sent(String sql, Map<Integer, Object> values) {

        boolean isUpdate() {
            return sql.startsWith("UPDATE");
        }
    }

    private final List<Sent> statements = new ArrayList<>();

    StatementRecorder(DataSource target) {
        super(target);
    }

    void forget() {
        statements.clear();
    }

    List<Sent> statements() {
        return List.copyOf(statements);
    }

    List<Sent> updates() {
        return statements.stream().filter(Sent::isUpdate).toList();
    }

    @Override
    @Nullable Object call(Connection target, String method, Object[] args, Call call) throws SQLException {
        Object result = call.go(target);
        if (!method.equals("prepareStatement") || result == null) {
            return result;
        }
        Sent sent = new Sent((String) args[0], new TreeMap<>());
        statements.add(sent);
        return proxy(PreparedStatement.class, (PreparedStatement) result, (setter, values, inner) -> {
            if (setter.startsWith("set") && values.length >= 2) {
                sent.values().put((Integer) values[0], values[1]);
            }
            return inner.go(result);
        });
    }

    /** Runs statements to the letter, in one transaction. */
    void repeat(List<Sent> sent) throws SQLException {
        try (Connection connection = obtainTargetDataSource().getConnection()) {
            connection.setAutoCommit(false);
            for (Sent each : sent) {
                try (PreparedStatement statement = connection.prepareStatement(each.sql())) {
                    for (Map.Entry<Integer, Object> value : each.values().entrySet()) {
                        statement.setObject(value.getKey(), value.getValue());
                    }
                    statement.execute();
                }
            }
            connection.commit();
            connection.setAutoCommit(true);
        }
    }
}
