package com.example.plain;

import io.leafid.LeafEvent;
import io.leafid.jdbc.SqlDialect;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;

/** Segment ids without a framework, from a table. */
public final class PlainJdbc {

    private PlainJdbc() {}

    /** Prints ids; the argument is the URL of an H2 database that has the table and a row for the tag. */
    public static void main(String[] args) {
        JdbcConnectionPool pool = JdbcConnectionPool.create(args[0], "sa", "");
        try {
            print(pool);
        } finally {
            pool.dispose();
        }
    }

    private static void print(DataSource database) {
        Consumer<LeafEvent> events = System.err::println;
        SqlDialect dialect = SqlDialect.of(database);
        JdbcSegmentStore store = new JdbcSegmentStore(database, dialect, "leaf_alloc", Duration.ofSeconds(5));
        try (SegmentIdGenerator ids =
                new SegmentIdGenerator(store, SegmentSettings.DEFAULT, Set.of("order"), null, events)) {
            ids.start();
            System.out.println(ids.nextId("order"));
            System.out.println(ids.nextId("order"));
        } // gives what was not handed out back, before the pool is closed
    }
}
