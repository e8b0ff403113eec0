package io.leafid.testing;

import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * The databases that a test is to be repeated on: each call makes new, empty ones.
 *
 * <p>The build starts MariaDB, PostgreSQL and H2. {@code LEAF_TEST_MYSQL_URL} adds a MySQL server: a JDBC address with user
 * and password, for example {@code jdbc:mysql://127.0.0.1:3306/?user=root&password=secret}; the user must be allowed to
 * create databases.
 */
public final class TestDatabases {

    /** The environment variable that names the MySQL server. */
    public static final String MYSQL_URL = "LEAF_TEST_MYSQL_URL";

    /** The system property that, set to {@code none}, skips tests on servers: what is repeated on all runs on H2 alone. */
    public static final String SERVERS = "leaf.test.servers";

    private TestDatabases() {}

    private static boolean haveServers() {
        return !"none".equals(System.getProperty(SERVERS));
    }

    static void requireServers() {
        Assumptions.assumeTrue(TestDatabases::haveServers, SERVERS + "=none");
    }

    /** One of each kind. */
    public static Stream<TestDatabase> all() {
        if (!haveServers()) {
            return Stream.of(TestDatabase.h2());
        }
        return Stream.concat(Stream.of(MariaDb.database(), Postgres.database(), TestDatabase.h2()), mySql().stream());
    }

    /** One of each kind, by each driver. */
    public static Stream<TestDatabase> allByEachDriver() {
        return haveServers() ? Stream.concat(all(), Stream.of(MariaDb.withConnectorJ(MariaDb.database()))) : all();
    }

    /** One of each kind that a driver reaches by network, by each driver. */
    public static Stream<TestDatabase> servers() {
        return Stream.concat(
                Stream.of(MariaDb.database(), MariaDb.withConnectorJ(MariaDb.database()), Postgres.database()),
                mySql().stream());
    }

    /** A database of the MySQL server, if there is one. */
    public static Optional<TestDatabase> mySql() {
        @Nullable String url = System.getenv(MYSQL_URL);
        return (url == null) ? Optional.empty() : Optional.of(MariaDb.onMySql(url));
    }
}
