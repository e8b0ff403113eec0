package io.leafid.testing;

import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * The databases that a test is to be repeated on: each call makes new, empty ones.
 *
 * <p>The build starts MariaDB, PostgreSQL and H2, and MySQL where {@code LEAF_TEST_MYSQL_ROOT} says what {@code .ci/mysql} has printed.
 * {@code LEAF_TEST_MYSQL_URL} names a MySQL server instead: a JDBC address with user and password, for example
 * {@code jdbc:mysql://127.0.0.1:3306/?user=root&password=secret}; the user must be allowed to create databases.
 */
public final class TestDatabases {

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
        boolean haveServers = haveServers();
        return Stream.concat(DialectFixture.databases(haveServers), haveServers ? mySql() : Stream.empty());
    }

    /** One of each kind, by each driver. */
    public static Stream<TestDatabase> allByEachDriver() {
        return haveServers() ? Stream.concat(DialectFixture.databases(false), servers()) : all();
    }

    /** One of each kind that a driver reaches by network, by each driver. */
    public static Stream<TestDatabase> servers() {
        return Stream.concat(DialectFixture.serversByEachDriver(), mySql());
    }

    /** A database of the MySQL server by each driver, if there is one. */
    public static Stream<TestDatabase> mySql() {
        return MySql.isThere()
                ? Stream.of(MySql.database(), MySql.withMariaDbDriver(MySql.database()))
                : Stream.empty();
    }
}
