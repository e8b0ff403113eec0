package io.leafid.data.hibernate;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.stereotype.Component;

/** What Hibernate sends to its database: one entry per round trip of a prepared statement, batches included. */
@Component
class Statements implements HibernatePropertiesCustomizer {

    private final DataSource source;

    private final List<String> sent = new CopyOnWriteArrayList<>();

    Statements(DataSource source) {
        this.source = source;
    }

    void forget() {
        sent.clear();
    }

    List<String> sent() {
        return List.copyOf(sent);
    }

    /** How many round trips began with a word, such as {@code batch insert}. */
    long count(String beginning) {
        return sent.stream().filter(each -> each.startsWith(beginning)).count();
    }

    /** Hibernate alone: Leaf has connections of its own. */
    @Override
    public void customize(Map<String, Object> properties) {
        properties.put("jakarta.persistence.nonJtaDataSource", new Recording(source));
    }

    private final class Recording extends DelegatingDataSource {

        Recording(DataSource target) {
            super(target);
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = super.getConnection();
            return proxy(Connection.class, (method, arguments) -> {
                Object result = invoke(connection, method, arguments);
                return (result instanceof PreparedStatement statement && arguments[0] instanceof String sql)
                        ? recorded(statement, sql)
                        : result;
            });
        }
    }

    private PreparedStatement recorded(PreparedStatement statement, String sql) {
        return proxy(PreparedStatement.class, (method, arguments) -> {
            if (method.getName().startsWith("execute")) {
                String kind = method.getName().contains("Batch") ? "batch " : "";
                sent.add(kind + sql.toLowerCase(Locale.ROOT));
            }
            return invoke(statement, method, arguments);
        });
    }

    private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException ex) {
            throw ex.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> call.make(method, arguments)));
    }

    /** A call of one of JDBC's methods. */
    private interface Call {

        Object make(Method method, Object[] arguments) throws Throwable;
    }
}
