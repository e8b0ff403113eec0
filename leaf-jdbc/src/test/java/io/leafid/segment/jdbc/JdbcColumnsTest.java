package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.leafid.SegmentUnavailableException;
import io.leafid.jdbc.ColumnName;
import io.leafid.jdbc.SqlDialect;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.jdbc.JdbcColumns.Remedy;
import io.leafid.testing.CapturedLog;
import io.leafid.testing.DialectFixture;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Rows are compared with the columns that they number, on each kind of database. */
class JdbcColumnsTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    static Stream<TestDatabase> databases() {
        return TestDatabases.all().map(database -> database.with(JdbcSegmentStore.DEFAULT_TABLE));
    }

    private static ColumnDatabase of(TestDatabase database, String name) {
        return new ColumnDatabase(database.unpooled(), database::dialect, TIMEOUT, name);
    }

    private static JdbcColumns columns(TestDatabase database) {
        return new JdbcColumns(tag -> List.of(of(database, "the database")), Remedy.onTable("leaf_alloc"));
    }

    private static SegmentIdGenerator generator(TestDatabase database, JdbcColumns columns) {
        AllocationSettings allocation = new AllocationSettings(
                Duration.ofMinutes(15), 1_000_000, Map.of(), 0.1, Duration.ofSeconds(1), TIMEOUT, columns);
        SegmentIdGenerator generator = new SegmentIdGenerator(
                new JdbcSegmentStore(database.unpooled(), database.dialect(), "leaf_alloc", TIMEOUT),
                new SegmentSettings(allocation, Duration.ofSeconds(60), true, null, false),
                List.of(),
                null,
                event -> {});
        generator.start();
        return generator;
    }

    @ParameterizedTest
    @MethodSource("databases")
    void rowBehindItsColumnIsRefusedAndTheStatementOfTheMessageCuresIt(TestDatabase database) {
        JdbcTemplate jdbc = database.jdbc();
        jdbc.execute("CREATE TABLE shop_order (id BIGINT PRIMARY KEY)");
        jdbc.update("INSERT INTO shop_order (id) VALUES (41), (987654)");
        jdbc.update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order''s', 1, 10)");
        JdbcColumns columns = columns(database);
        columns.add("order's", ColumnName.of("shop_order.id"));

        try (SegmentIdGenerator leaf = generator(database, columns)) {
            // The first look allocates twice. The second call hears of it, or makes one of its own if it has ended.
            assertThatExceptionOfType(SegmentUnavailableException.class).isThrownBy(() -> leaf.nextId("order's"));
            SegmentUnavailableException refusal = assertThatExceptionOfType(SegmentUnavailableException.class)
                    .isThrownBy(() -> leaf.nextId("order's"))
                    .withMessageMatching(
                            "the row of tag 'order's' is behind the column that it numbers: it offers ids from [12]1, but"
                                    + " shop_order.id holds 987654; if no other node has ids of it in reserve, run UPDATE"
                                    + " leaf_alloc SET max_id = 987655 WHERE biz_tag = 'order''s' AND max_id < 987655, else set"
                                    + " max_id above every id ever issued or reserved on any node; then ids flow again")
                    .actual();
            jdbc.update(String.valueOf(refusal.getMessage()).replaceAll(".*run (UPDATE.*), else.*", "$1"));
        }
        try (SegmentIdGenerator leaf = generator(database, columns)) {
            assertThat(leaf.nextId("order's")).isEqualTo(987_655);
        }
    }

    static Stream<TestDatabase> servers() {
        return TestDatabases.servers();
    }

    /** A replica that lags would let a row pass that is behind its column. */
    @ParameterizedTest
    @MethodSource("servers")
    void columnIsReadAtThePrimary(TestDatabase primary) {
        TestDatabase replica = DialectFixture.of(primary.dialect()).database();
        primary.jdbc().execute("CREATE TABLE shop_order (id BIGINT PRIMARY KEY)");
        replica.jdbc().execute("CREATE TABLE shop_order (id BIGINT PRIMARY KEY)");
        primary.jdbc().update("INSERT INTO shop_order (id) VALUES (987654)");
        DataSource split = new ReadsFromReplica(primary.unpooled(), replica.unpooled(), "FOR UPDATE");
        JdbcColumns columns = new JdbcColumns(
                tag -> List.of(new ColumnDatabase(split, primary::dialect, TIMEOUT, "the database")),
                Remedy.onTable("leaf_alloc"));
        columns.add("order", ColumnName.of("shop_order.id"));

        assertThat(columns.largest("order"))
                .hasValueSatisfying(largest -> assertThat(largest.value()).isEqualTo(987_654));
    }

    /** As a replica that the application has a DataSource for: nothing is locked there. */
    @ParameterizedTest
    @MethodSource("servers")
    void columnOfADatabaseThatTakesNoWritesIsReadToo(TestDatabase database) throws SQLException {
        database.jdbc().execute("CREATE TABLE shop_order (id BIGINT PRIMARY KEY)");
        database.jdbc().update("INSERT INTO shop_order (id) VALUES (5)");
        try (Connection session = database.unpooled().getConnection()) {
            DataSource readOnly = new SingleConnectionDataSource(session, true);
            new JdbcTemplate(readOnly)
                    .execute(
                            database.dialect() == SqlDialect.MYSQL
                                    ? "SET SESSION TRANSACTION READ ONLY"
                                    : "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY");
            JdbcColumns columns = new JdbcColumns(
                    tag -> List.of(new ColumnDatabase(readOnly, database::dialect, TIMEOUT, "the database")),
                    Remedy.onTable("leaf_alloc"));
            columns.add("order", ColumnName.of("shop_order.id"));

            assertThat(columns.largest("order"))
                    .hasValueSatisfying(largest -> assertThat(largest.value()).isEqualTo(5));
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void columnThatIsNearlyFullIsToldOnceByItsType(TestDatabase database) {
        database.jdbc().execute("CREATE TABLE narrow (id INT PRIMARY KEY, wide BIGINT)");
        database.jdbc().update("INSERT INTO narrow (id, wide) VALUES (1932735276, 1932735277)");
        JdbcColumns columns = columns(database);
        columns.add("narrow", ColumnName.of("narrow.id"));
        columns.add("narrow", ColumnName.of("narrow.wide"));

        try (CapturedLog log = new CapturedLog(ColumnDatabase.class.getName())) {
            columns.largest("narrow");
            assertThat(log.warnings()).isEmpty();
            database.jdbc().update("UPDATE narrow SET id = 1932735277");
            columns.largest("narrow");
            columns.largest("narrow");
            if (database.dialect() == SqlDialect.SQLITE) {
                assertThat(log.warnings()).as("its columns hold 64 bits").isEmpty();
            } else {
                assertThat(log.warnings())
                        .containsExactly("nine tenths of the ids that fit narrow.id are used: 1932735277 of 2147483647;"
                                + " give the column a type of 64 bits before inserts fail");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void eachOfSeveralColumnsCountsAndEmptyOnesDoNot(TestDatabase database) {
        JdbcTemplate jdbc = database.jdbc();
        jdbc.execute("CREATE TABLE orders (id BIGINT PRIMARY KEY)");
        jdbc.execute("CREATE TABLE orders_archive (order_id DECIMAL(19, 0) PRIMARY KEY)");
        JdbcColumns columns = columns(database);
        columns.add("order", ColumnName.of("orders.id"));
        columns.add("order", ColumnName.of("orders_archive.order_id"));
        assertThat(columns.largest("order")).isEmpty();

        jdbc.update("INSERT INTO orders (id) VALUES (-7)");
        assertThat(columns.largest("order")).as("no id is negative").isEmpty();
        jdbc.update("INSERT INTO orders (id) VALUES (0)");
        assertThat(columns.largest("order"))
                .hasValueSatisfying(largest -> assertThat(largest.value()).isZero());
        jdbc.update("INSERT INTO orders (id) VALUES (7)");
        jdbc.update("INSERT INTO orders_archive (order_id) VALUES (70)");
        assertThat(columns.largest("order")).hasValueSatisfying(largest -> {
            assertThat(largest.value()).isEqualTo(70);
            assertThat(largest.column()).isEqualTo("orders_archive.order_id");
        });
        assertThat(columns.largest("user")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void wrongNamesAndColumnsOfTextAreToldApart(TestDatabase database) {
        database.jdbc().execute("CREATE TABLE shop_order (id BIGINT PRIMARY KEY, code VARCHAR(20))");
        for (String missing : List.of("shop_orders.id", "shop_order.number")) {
            JdbcColumns columns = columns(database);
            columns.add("order", ColumnName.of(missing));
            assertThatExceptionOfType(UnusableColumnException.class)
                    .isThrownBy(columns::verify)
                    .withMessage(
                            "the ids of tag 'order' cannot be compared with %s: there is no such table or column in the"
                                            .formatted(missing)
                                    + " database")
                    .satisfies(ex -> assertThat(ex.tag()).isEqualTo("order"));
        }
        JdbcColumns columns = columns(database);
        columns.add("order", ColumnName.of("shop_order.code"));
        assertThatExceptionOfType(UnusableColumnException.class)
                .isThrownBy(columns::verify)
                .withMessage(
                        "the ids of tag 'order' cannot be compared with shop_order.code: it holds no whole numbers, so it"
                                + " has no largest id");
    }

    @Test
    void columnThatTwoDatabasesHaveCountsInBoth() {
        TestDatabase one = TestDatabase.h2();
        TestDatabase other = TestDatabase.h2();
        one.jdbc().execute("CREATE TABLE shop_order AS SELECT 5 AS id");
        other.jdbc().execute("CREATE TABLE shop_order AS SELECT 8 AS id");
        JdbcColumns columns = new JdbcColumns(
                tag -> List.of(of(one, "one"), of(other, "other"), of(TestDatabase.h2(), "empty")),
                Remedy.onTables("leaf_alloc", 3));
        columns.add("order", ColumnName.of("shop_order.id"));

        assertThat(columns.largest("order")).hasValueSatisfying(largest -> {
            assertThat(largest.value()).isEqualTo(8);
            assertThat(largest.remedy())
                    .startsWith("run in each of the databases UPDATE leaf_alloc SET max_id = 4 WHERE");
        });
    }

    @Test
    void tagsWithTheSameColumnAreEachComparedWithTheirOwnDatabase() {
        TestDatabase one = TestDatabase.h2();
        TestDatabase other = TestDatabase.h2();
        one.jdbc().execute("CREATE TABLE shop_order AS SELECT 5 AS id");
        other.jdbc().execute("CREATE TABLE shop_order AS SELECT 8 AS id");
        JdbcColumns columns = new JdbcColumns(
                tag -> List.of(tag.equals("a") ? of(one, "one") : of(other, "other")), Remedy.onTable("leaf_alloc"));
        columns.add("a", ColumnName.of("shop_order.id"));
        columns.add("b", ColumnName.of("shop_order.id"));

        assertThat(columns.largest("a"))
                .hasValueSatisfying(largest -> assertThat(largest.value()).isEqualTo(5));
        assertThat(columns.largest("b"))
                .hasValueSatisfying(largest -> assertThat(largest.value()).isEqualTo(8));
    }

    @Test
    void databaseThatIsNamedTwiceCountsOnce() {
        TestDatabase database = TestDatabase.h2();
        database.jdbc().execute("CREATE TABLE shop_order AS SELECT 5 AS id");
        ColumnDatabase one = of(database, "one");
        JdbcColumns columns = new JdbcColumns(tag -> List.of(one, one), Remedy.onTable("leaf_alloc"));
        columns.add("order", ColumnName.of("shop_order.id"));

        assertThat(columns.largest("order"))
                .hasValueSatisfying(largest -> assertThat(largest.value()).isEqualTo(5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", ".id", "shop_order.", "a.b.c.d", "shop order.id", "shop_order.id; DROP"})
    void textThatNamesNoColumnIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> ColumnName.of(text));
    }
}
