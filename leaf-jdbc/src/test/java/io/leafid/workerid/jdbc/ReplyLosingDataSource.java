package io.leafid.workerid.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Connections that commit a change and then, once, behave as if the line had been cut before the answer came. */
final class ReplyLosingDataSource extends DelegatingDataSource {

    private final AtomicBoolean armed = new AtomicBoolean();

    ReplyLosingDataSource(DataSource target) {
        super(target);
    }

    /** Loses the answer to the next commit of a transaction that has written. */
    void loseNextReply() {
        armed.set(true);
    }

    boolean isStillArmed() {
        return armed.get();
    }

    @Override
    public Connection getConnection() throws SQLException {
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, new Line(super.getConnection()));
    }

    private final class Line implements InvocationHandler {

        private final Connection target;
        private boolean hasWritten;

        Line(Connection target) {
            this.target = target;
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            if (method.getName().equals("prepareStatement") && arguments != null) {
                hasWritten |= !String.valueOf(arguments[0]).stripLeading().startsWith("SELECT");
            }
            try {
                Object result = method.invoke(target, arguments);
                if (method.getName().equals("commit") && hasWritten && armed.getAndSet(false)) {
                    throw new SQLNonTransientConnectionException("the line was cut");
                }
                return result;
            } catch (InvocationTargetException ex) {
                throw ex.getTargetException();
            }
        }
    }
}
