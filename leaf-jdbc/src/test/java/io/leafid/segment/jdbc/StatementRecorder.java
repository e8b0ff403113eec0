package io.leafid.segment.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Records the prepared statements that pass. */
final class StatementRecorder extends ConnectionProxy {

    private final List<String> statements = new ArrayList<>();

    StatementRecorder(DataSource target) {
        super(target);
    }

    void forget() {
        statements.clear();
    }

    List<String> statements() {
        return List.copyOf(statements);
    }

    @Override
    @Nullable Object call(Connection target, String method, Object[] args, Call call) throws SQLException {
        if (method.equals("prepareStatement")) {
            statements.add((String) args[0]);
        }
        return call.go(target);
    }
}
