package io.leafid.testing;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.leafid.jdbc.SchemaScript;
import io.leafid.jdbc.SqlDialect;
import io.leafid.jdbc.TableName;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * An empty database of a test's own. Immutable.
 *
 * @param url where it is
 * @param user who may do everything in it; empty if the address names the user
 * @param password of that user
 * @param dialect what kind it is
 */
public record TestDatabase(String url, String user, String password, SqlDialect dialect) {

    private static final AtomicInteger count = new AtomicInteger();

    /** A name that no other database of this JVM has. */
    static String freshName() {
        return "leaf_" + ProcessHandle.current().pid() + "_" + count.incrementAndGet();
    }

    /** An H2 database in memory, which lives as long as the JVM. */
    public static TestDatabase h2() {
        return new TestDatabase("jdbc:h2:mem:" + freshName() + ";DB_CLOSE_DELAY=-1", "sa", "", SqlDialect.H2);
    }

    /** A SQLite database in a file of a directory. */
    public static TestDatabase sqlite(Path directory) {
        return new TestDatabase("jdbc:sqlite:" + directory.resolve(freshName() + ".db"), "", "", SqlDialect.SQLITE);
    }

    /** The same database by another way: through a proxy, or with other settings of the driver. */
    public TestDatabase withUrl(String other) {
        return new TestDatabase(other, user, password, dialect);
    }

    /** A DataSource that opens a connection each time. */
    public DataSource unpooled() {
        return user.isEmpty() ? new DriverManagerDataSource(url) : new DriverManagerDataSource(url, user, password);
    }

    /** A pool, to be closed by its caller; not connected yet, and patient. */
    public HikariDataSource pool(int size) {
        return pool(size, true);
    }

    /** The same, but soon tired of waiting. */
    public HikariDataSource impatientPool(int size) {
        HikariDataSource pool = pool(size);
        pool.setConnectionTimeout(1_000);
        pool.setValidationTimeout(500);
        return pool;
    }

    /** The same, with a choice whether its connections commit after each statement by themselves. */
    public HikariDataSource pool(int size, boolean autoCommit) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        if (!user.isEmpty()) {
            config.setUsername(user);
            config.setPassword(password);
        }
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(0);
        config.setAutoCommit(autoCommit);
        config.setConnectionTimeout(60_000);
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    /** For statements of the test itself, each on a connection of its own. */
    public JdbcTemplate jdbc() {
        return new JdbcTemplate(unpooled());
    }

    /** Creates one of Leaf's tables under its default name. */
    public TestDatabase with(String table) {
        jdbc().execute(SchemaScript.of(dialect).text(table, new TableName(table)));
        return this;
    }
}
