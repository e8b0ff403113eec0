package io.leafid.test.segment;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Recorder of the prepared statements that pass, with their values, and repeats them as a replaying proxy would. */
final class RecordingDataSource extends DelegatingDataSource {

    /** A statement as it was sent. */
    record Sent(String sql, Map<Integer, Object> values) {

        boolean isUpdate() {
            return sql.startsWith("UPDATE");
        }
    }

    private final List<Sent> statements = new ArrayList<>();

    RecordingDataSource(DataSource target) {
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
    public Connection getConnection() throws SQLException {
        Connection target = super.getConnection();
        return proxy(Connection.class, (method, args) -> {
            Object result = call(method, target, args);
            return (result instanceof PreparedStatement statement) ? recorded(statement, args) : result;
        });
    }

    private PreparedStatement recorded(PreparedStatement statement, Object[] args) {
        Sent sent = new Sent((String) args[0], new TreeMap<>());
        statements.add(sent);
        return proxy(PreparedStatement.class, (method, values) -> {
            if (method.getName().startsWith("set") && values.length >= 2) {
                sent.values().put((Integer) values[0], values[1]);
            }
            return call(method, statement, values);
        });
    }

    /** Runs statements exactly, in one transaction. */
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

    private interface Handler {

        @Nullable Object handle(Method method, Object[] args) throws SQLException;
    }

    private static <T> T proxy(Class<T> type, Handler handler) {
        return type.cast(Proxy.newProxyInstance(
                RecordingDataSource.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, args) -> handler.handle(method, (args == null) ? new Object[0] : args)));
    }

    private static @Nullable Object call(Method method, Object target, Object[] args) throws SQLException {
        try {
            return method.invoke(target, args);
        } catch (InvocationTargetException ex) {
            if (ex.getCause() instanceof SQLException failure) {
                throw failure;
            }
            throw new IllegalStateException(ex.getCause());
        } catch (IllegalAccessException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
