package io.leafid.testing;

import io.leafid.jdbc.SqlDialect;
import org.springframework.jdbc.core.JdbcTemplate;

/** The MariaDB server that the tests of one JVM share, started when it is first needed. Thread-safe. */
public final class MariaDb {

    private MariaDb() {}

    /** A new database, reached by MariaDB's own driver. */
    public static TestDatabase database() {
        TestDatabases.requireServers();
        return Holder.SERVER.newDatabase();
    }

    /** The same way to write an address for MySQL's driver. */
    public static TestDatabase withConnectorJ(TestDatabase database) {
        return database.withUrl(database.url().replace("jdbc:mariadb:", "jdbc:mysql:") + "?sslMode=DISABLED");
    }

    /** A new database of the MySQL server whose address is in {@code LEAF_TEST_MYSQL_URL}, with user and password in it. */
    public static TestDatabase onMySql(String serverUrl) {
        String name = TestDatabase.freshName();
        int parameters = serverUrl.indexOf('?');
        String query = parameters < 0 ? "" : serverUrl.substring(parameters);
        String address = (parameters < 0 ? serverUrl : serverUrl.substring(0, parameters));
        String base = address.substring(0, address.lastIndexOf('/') + 1);
        TestDatabase server = new TestDatabase(base + query, "", "", SqlDialect.MYSQL);
        new JdbcTemplate(server.unpooled()).execute("CREATE DATABASE " + name);
        return server.withUrl(base + name + query);
    }

    private static final class Holder {

        static final MariaDbServer SERVER = MariaDbServer.start();
    }
}
