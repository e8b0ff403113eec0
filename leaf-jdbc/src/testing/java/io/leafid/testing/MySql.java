package io.leafid.testing;

import io.leafid.jdbc.SqlDialect;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The MySQL server that the tests of one JVM share: the one that {@code LEAF_TEST_MYSQL_URL} names, or one that is started when it
 * is first needed. Thread-safe.
 */
public final class MySql {

    /** The environment variable that names a server of the contributor's own. */
    public static final String URL = "LEAF_TEST_MYSQL_URL";

    private MySql() {}

    /** Whether there is a server, or one can be started. */
    public static boolean isThere() {
        return System.getenv(URL) != null || MySqlServer.isThere();
    }

    /** A new database, reached by MySQL's own driver. */
    public static TestDatabase database() {
        TestDatabases.requireServers();
        @Nullable String url = System.getenv(URL);
        return (url == null) ? Holder.SERVER.newDatabase() : ofServer(url);
    }

    /** The same way to write an address for MariaDB's driver. */
    public static TestDatabase withMariaDbDriver(TestDatabase database) {
        String url = database.url().replace("jdbc:mysql:", "jdbc:mariadb:");
        return database.withUrl(url.replace("sslMode=DISABLED", "sslMode=disable"));
    }

    private static TestDatabase ofServer(String serverUrl) {
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

        static final MySqlServer SERVER = MySqlServer.start();
    }
}
