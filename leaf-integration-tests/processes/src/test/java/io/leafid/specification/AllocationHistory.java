package io.leafid.specification;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.jdbc.SqlDialect;
import io.leafid.testing.TestDatabase;
import java.util.List;

/**
 * History of a tag's counter that the database itself keeps. PostgreSQL writes each change down by a trigger. On MariaDB any trigger
 * would take the range out of the reply to the {@code UPDATE}: there the table keeps its former rows. Stateless.
 */
public final class AllocationHistory {

    private static final List<String> BY_TRIGGER = List.of("""
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

    /** A transaction gets its own number before it waits for the row, and the number of its commit while it has the row locked. */
    private static final List<String> BY_VERSIONS = List.of("""
            ALTER TABLE leaf_alloc
                ADD written  BIGINT UNSIGNED GENERATED ALWAYS AS ROW START INVISIBLE,
                ADD replaced BIGINT UNSIGNED GENERATED ALWAYS AS ROW END INVISIBLE,
                ADD PERIOD FOR SYSTEM_TIME (written, replaced), ADD SYSTEM VERSIONING
            """, """
            CREATE VIEW allocation_log AS
            SELECT t.commit_id AS n, b.biz_tag, b.max_id AS max_before, a.max_id AS max_after
              FROM leaf_alloc FOR SYSTEM_TIME ALL AS b
              JOIN leaf_alloc FOR SYSTEM_TIME ALL AS a ON a.biz_tag = b.biz_tag AND a.written = b.replaced
              JOIN mysql.transaction_registry t ON t.transaction_id = b.replaced
            """);

    private AllocationHistory() {}

    /** Has the database keep it from now on. */
    public static void begin(TestDatabase database) {
        List<String> statements = (database.dialect() == SqlDialect.MYSQL) ? BY_VERSIONS : BY_TRIGGER;
        statements.forEach(database.jdbc()::execute);
    }

    /** One committed change of a counter. */
    public record Change(long before, long after) {}

    /** The changes in order: the row was locked while each got its number. None is missing: each begins where the former one ended. */
    public static List<Change> changes(TestDatabase database, String tag) {
        List<Change> changes = database.jdbc()
                .query(
                        "SELECT max_before, max_after FROM allocation_log WHERE biz_tag = ? ORDER BY n",
                        (row, number) -> new Change(row.getLong(1), row.getLong(2)),
                        tag);
        for (int i = 1; i < changes.size(); i++) {
            assertThat(changes.get(i).before()).isEqualTo(changes.get(i - 1).after());
        }
        return changes;
    }
}
