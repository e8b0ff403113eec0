package io.leafid.segment.jdbc;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Sends SELECTs to a replica, as a read/write splitting proxy does, save those that end so. */
final class ReadsFromReplica extends ConnectionProxy {

    private static final ThreadLocal<Connection> READS = new ThreadLocal<>();

    private final DataSource replica;
    private final String toPrimary;

    ReadsFromReplica(DataSource primary, DataSource replica, String toPrimary) {
        super(primary);
        this.replica = replica;
        this.toPrimary = toPrimary;
    }

    @Override
    @Nullable Object call(Connection target, String method, Object[] args, Call call) throws SQLException {
        if (method.equals("close") && READS.get() != null) {
            READS.get().close();
            READS.remove();
        }
        if (method.equals("createStatement")) {
            return reader((Statement) Objects.requireNonNull(call.go(target)));
        }
        boolean isPrepared = method.equals("prepareStatement") && goesToReplica(args[0].toString());
        return call.go(isPrepared ? ofReplica() : target);
    }

    private boolean goesToReplica(String sql) {
        return sql.startsWith("SELECT") && !sql.strip().endsWith(toPrimary);
    }

    private Connection ofReplica() throws SQLException {
        if (READS.get() == null) {
            READS.set(replica.getConnection());
        }
        return READS.get();
    }

    private Statement reader(Statement statement) {
        return (Statement) Proxy.newProxyInstance(
                Statement.class.getClassLoader(), new Class<?>[] {Statement.class}, (proxy, method, args) -> {
                    boolean isRead = method.getName().equals("executeQuery") && goesToReplica(String.valueOf(args[0]));
                    return method.invoke(isRead ? ofReplica().createStatement() : statement, args);
                });
    }
}
