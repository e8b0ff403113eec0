package io.leafid.autoconfigure;

import io.leafid.jdbc.SqlDialect;
import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdHolder;
import java.time.Duration;
import javax.sql.DataSource;

/** The constructor of a mode's holder on a table. */
@FunctionalInterface
interface JdbcHolderConstructor {

    /** Makes the holder; does not connect yet. */
    WorkerIdHolder of(
            DataSource dataSource,
            SqlDialect dialect,
            String table,
            Duration timeout,
            NodeIdentity identity,
            TimeSource time,
            Duration liveness);
}
