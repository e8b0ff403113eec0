package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.jdbc.CounterSql;
import io.leafid.jdbc.OwnStatements;
import io.leafid.jdbc.SqlDialect;
import io.leafid.jdbc.TableName;
import io.leafid.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A reply with room for the counter alone, as MariaDB's is, on a database that makes one like it. */
class CounterUpdateTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final String ALLOCATION = SqlDialect.H2.counters().allocation();

    private final TestDatabase database = TestDatabase.h2().with(JdbcSegmentStore.DEFAULT_TABLE);
    private final OwnStatements statements = new OwnStatements(database.unpooled(), database.dialect(), TIMEOUT);

    private Optional<CounterRow> allocate(String tag, String details) {
        CounterSql counters = new CounterSql(ALLOCATION, details, List.of("max_id"), List.of(), List.of(), "", "");
        TableName table = new TableName("leaf_alloc");
        SegmentStatements plain =
                SegmentStatements.of(table, table, database.dialect(), SegmentStatements.NO_SERVER, TIMEOUT, 1_000);
        SegmentStatements.Allocation allocation = new SegmentStatements.Allocation(
                plain.allocation().update(), details, plain.allocation().lockRow());
        SegmentStatements sql = new SegmentStatements(
                plain.table(),
                allocation,
                plain.find(),
                plain.findAll(),
                plain.create(),
                plain.giveBack(),
                plain.askServer(),
                plain.largest());
        return statements.execute(own -> new CounterUpdate(counters, sql).allocate(own, tag, Lift.none(10)));
    }

    @Test
    void whatTheReplyHasNoRoomForIsAskedForAfterwards() {
        database.jdbc().update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 1, 7), ('user', 1, 8)");

        assertThat(allocate("order", "SELECT step, 'a' AS server_id FROM leaf_alloc WHERE biz_tag = ?"))
                .contains(new CounterRow(11, 7, "a"));
        assertThat(allocate("user", "SELECT step, NULL AS server_id FROM leaf_alloc WHERE biz_tag = ?"))
                .contains(new CounterRow(11, 8, ""));
    }

    @Test
    void rangeIsGrantedThoughTheRowIsGoneWhenItIsAskedFor() {
        database.jdbc().update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 1, 7)");

        assertThat(allocate("order", "SELECT step, 'a' AS server_id FROM leaf_alloc WHERE biz_tag = ? AND 1 = 0"))
                .contains(new CounterRow(11, 0, ""));
    }

    @Test
    void nothingIsAskedForWhereNoRowWasChanged() {
        assertThat(allocate("order", "SELECT nothing FROM nowhere")).isEmpty();
    }
}
