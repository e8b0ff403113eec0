package io.leafid.segment.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.leafid.test.segment.JdbcSegmentStoreContract;
import io.leafid.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;

/** The contract of stores on one of the databases that the build starts. */
abstract class DatabaseSegmentStoreContract extends JdbcSegmentStoreContract {

    private final TestDatabase database;
    private final HikariDataSource pool;

    DatabaseSegmentStoreContract(TestDatabase database) {
        this(database, database.pool(8));
    }

    private DatabaseSegmentStoreContract(TestDatabase database, HikariDataSource pool) {
        super(pool, database.dialect());
        this.database = database;
        this.pool = pool;
    }

    @Override
    protected void createTable() {
        database.with(JdbcSegmentStore.DEFAULT_TABLE);
    }

    @AfterAll
    void closePool() {
        pool.close();
    }

    TestDatabase database() {
        return database;
    }
}
