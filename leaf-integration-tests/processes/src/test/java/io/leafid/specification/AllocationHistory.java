package io.leafid.specification;

import io.leafid.testing.TestDatabase;
import java.util.List;

/**
 * What PostgreSQL itself has written down about each change of a tag's counter: a trigger does that in the transaction that
 * changes the row. (On MariaDB a trigger that inserts would take the range out of the reply to the {@code UPDATE}.) Stateless.
 */
public final class AllocationHistory {

    private static final List<String> STATEMENTS = List.of("""
            CREATE TABLE allocation_log (
                n          BIGSERIAL,
                biz_tag    VARCHAR(128) NOT NULL,
                max_before BIGINT       NOT NULL,
                max_after  BIGINT       NOT NULL
            )
            """, """
            CREATE FUNCTION log_allocation() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                INSERT INTO allocation_log (biz_tag, max_before, max_after)
                VALUES (NEW.biz_tag, OLD.max_id, NEW.max_id);
                RETURN NEW;
            END $$
            """, """
            CREATE TRIGGER log_allocation AFTER UPDATE ON leaf_alloc
            FOR EACH ROW EXECUTE FUNCTION log_allocation()
            """);

    private AllocationHistory() {}

    /** Has the database write it down from now on. */
    public static void begin(TestDatabase postgres) {
        STATEMENTS.forEach(postgres.jdbc()::execute);
    }

    /** One committed change of a counter. */
    public record Change(long before, long after) {

        static Change between(long first, long end) {
            return new Change(first, end);
        }
    }

    /** The changes in order: the row was locked while each was written down, so that their numbers tell it. */
    public static List<Change> changes(TestDatabase postgres, String tag) {
        return postgres.jdbc()
                .query(
                        "SELECT max_before, max_after FROM allocation_log WHERE biz_tag = ? ORDER BY n",
                        (row, number) -> new Change(row.getLong(1), row.getLong(2)),
                        tag);
    }
}
