package io.leafid.migration;

import io.leafid.testing.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * A stand-in of a server of TinyID, or of a client, which has its ranges from servers: takes each range from one of several databases, by
 * chance, and issues the numbers of it that belong to that database. Thread-safe.
 */
final class TinyIdNode implements LongSupplier {

    private final List<JdbcTemplate> databases;
    private long last;
    private long max;
    private long delta = 1;

    TinyIdNode(List<TestDatabase> databases) {
        this.databases = databases.stream().map(TestDatabase::jdbc).toList();
    }

    /** Makes the table with a row of the type {@code order}. */
    static void createTable(TestDatabase database, long maxId, int step, int delta, int remainder) {
        database.jdbc().execute("""
                CREATE TABLE tiny_id_info (
                    id          BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
                    biz_type    VARCHAR(63)     NOT NULL UNIQUE,
                    begin_id    BIGINT          NOT NULL,
                    max_id      BIGINT          NOT NULL,
                    step        INT             NOT NULL,
                    delta       INT             NOT NULL,
                    remainder   INT             NOT NULL,
                    create_time TIMESTAMP       NOT NULL DEFAULT CURRENT_TIMESTAMP,
                    update_time TIMESTAMP       NOT NULL DEFAULT CURRENT_TIMESTAMP,
                    version     BIGINT          NOT NULL DEFAULT 0
                ) ENGINE = InnoDB
                """);
        database.jdbc()
                .update(
                        "INSERT INTO tiny_id_info (biz_type, begin_id, max_id, step, delta, remainder) VALUES ('order', ?, ?, ?, ?, ?)",
                        maxId,
                        maxId,
                        step,
                        delta,
                        remainder);
    }

    @Override
    public synchronized long getAsLong() {
        while (last + delta > max) {
            load(databases.get(ThreadLocalRandom.current().nextInt(databases.size())));
        }
        last += delta;
        return last;
    }

    /** Takes the numbers above the former largest one, up to the new one inclusive. A server that another was faster than reads again. */
    private void load(JdbcTemplate jdbc) {
        Map<String, Object> row;
        long newMax;
        do {
            row = jdbc.queryForMap("select * from tiny_id_info where biz_type = 'order'");
            newMax = number(row, "max_id") + number(row, "step");
        } while (jdbc.update(
                        "update tiny_id_info set max_id=?, update_time=now(), version=version+1 where id=? and max_id=? and version=? and biz_type='order'",
                        newMax,
                        row.get("id"),
                        row.get("max_id"),
                        row.get("version"))
                == 0);
        max = newMax;
        delta = number(row, "delta");
        last = number(row, "max_id");
        long missing = Math.floorMod(number(row, "remainder") - last, delta);
        if (missing > 0) {
            last += missing - delta;
        }
    }

    private static long number(Map<String, Object> row, String column) {
        return ((Number) row.get(column)).longValue();
    }
}
