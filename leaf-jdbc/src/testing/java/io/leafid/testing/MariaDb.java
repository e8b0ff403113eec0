package io.leafid.testing;

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

    private static final class Holder {

        static final MariaDbServer SERVER = MariaDbServer.start();
    }
}
