package io.leafid.testing;

import io.leafid.jdbc.SqlDialect;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.springframework.jdbc.core.JdbcTemplate;

/** The PostgreSQL server that the tests of one JVM share, started when it is first needed. Thread-safe. */
public final class Postgres {

    private static final String USER = "postgres";

    private Postgres() {}

    /** A new database. */
    public static TestDatabase database() {
        TestDatabases.requireServers();
        String name = TestDatabase.freshName();
        new JdbcTemplate(Holder.SERVER.getPostgresDatabase()).execute("CREATE DATABASE " + name);
        String url = "jdbc:postgresql://127.0.0.1:" + Holder.SERVER.getPort() + "/" + name;
        return new TestDatabase(url, USER, USER, SqlDialect.POSTGRESQL);
    }

    private static final class Holder {

        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder().start();
            } catch (IOException ex) {
                throw new UncheckedIOException("PostgreSQL does not start", ex);
            }
        }
    }
}
