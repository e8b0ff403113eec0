package io.leafid.segment.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Begins a transaction with each connection, and ends it only when it is told to. */
class NeverInAutoCommit extends ConnectionProxy {

    NeverInAutoCommit(DataSource target) {
        super(target);
    }

    @Override
    @Nullable Object call(Connection target, String method, Object[] args, Call call) throws SQLException {
        if (target.getAutoCommit() && !method.equals("close")) {
            target.setAutoCommit(false);
        }
        return method.equals("setAutoCommit") ? null : call.go(target);
    }
}
