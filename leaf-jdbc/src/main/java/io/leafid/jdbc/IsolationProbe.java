package io.leafid.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Probe whether a new connection tells its isolation level. Thread-safe.
 *
 * <p>Hikari asks its first connection. If that is cut off then, Hikari goes on without the level, and each later connection fails, since -1 is
 * set. With another SQL state it gives up that connection only.
 */
public final class IsolationProbe {

    private static final String GENERAL_ERROR = "HY000";

    private volatile boolean isTold;

    /** The connection itself once one has told its level. */
    public Connection watched(Connection opened) {
        if (isTold) {
            return opened;
        }
        return (Connection) Proxy.newProxyInstance(
                IsolationProbe.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> call(opened, method, arguments));
    }

    private @Nullable Object call(Connection opened, Method method, Object @Nullable [] arguments) throws Throwable {
        boolean isAsked = method.getName().equals("getTransactionIsolation");
        try {
            Object result = method.invoke(opened, arguments);
            isTold |= isAsked;
            return result;
        } catch (InvocationTargetException ex) {
            Throwable cause = ex.getTargetException();
            throw isAsked ? new SQLException(cause.getMessage(), GENERAL_ERROR, cause) : cause;
        }
    }
}
