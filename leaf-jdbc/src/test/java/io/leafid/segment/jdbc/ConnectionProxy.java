package io.leafid.segment.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A DataSource whose connections do something else than they are told; calls that are not changed go through. */
abstract class ConnectionProxy extends DelegatingDataSource {

    /** A call of a method of JDBC. */
    interface Call {

        @Nullable Object go(Object target) throws SQLException;
    }

    ConnectionProxy(DataSource target) {
        super(target);
    }

    /** Runs a call to a connection, or something in its place. */
    abstract @Nullable Object call(Connection target, String method, Object[] args, Call call) throws SQLException;

    @Override
    public Connection getConnection() throws SQLException {
        Connection target = super.getConnection();
        return proxy(Connection.class, target, (method, args, call) -> call(target, method, args, call));
    }

    /** What is done in place of a call. */
    interface Change {

        @Nullable Object apply(String method, Object[] args, Call call) throws SQLException;
    }

    static <T> T proxy(Class<T> type, T target, Change change) {
        return type.cast(Proxy.newProxyInstance(
                ConnectionProxy.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
                    Object[] values = (args == null) ? new Object[0] : args;
                    return change.apply(method.getName(), values, on -> invoke(method, on, values));
                }));
    }

    private static @Nullable Object invoke(Method method, Object target, Object[] args) throws SQLException {
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
