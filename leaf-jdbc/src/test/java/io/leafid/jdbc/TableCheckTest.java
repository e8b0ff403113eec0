package io.leafid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.leafid.testing.MariaDb;
import io.leafid.testing.Postgres;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** What is reserved in a table must survive a crash, and must not survive a rollback. */
class TableCheckTest {

    private static final String TABLE = "leaf_alloc";

    static Stream<TestDatabase> databases() {
        return TestDatabases.allByEachDriver();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void tableOfTheScriptIsAccepted(TestDatabase database) {
        assertThat(verify(database.with(TABLE), TABLE)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void tableIsFoundBehindItsSchema(TestDatabase database) {
        String schema = "ids_" + System.nanoTime();
        database.jdbc().execute("CREATE SCHEMA " + schema);
        String table = schema + "." + TABLE;
        database.jdbc().execute(SchemaScript.of(database.dialect()).text(TABLE, new TableName(table)));

        assertThat(verify(database, table)).isTrue();
        if (database.dialect() == SqlDialect.MYSQL) {
            database.jdbc().execute("ALTER TABLE " + table + " ENGINE = MyISAM");
            assertRefused(database, table, "MyISAM");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"MyISAM", "Aria", "MEMORY"})
    void engineWithoutTransactionsIsRefused(String engine) {
        TestDatabase database = MariaDb.database().with(TABLE);
        database.jdbc().execute("ALTER TABLE leaf_alloc ENGINE = " + engine);

        assertThatExceptionOfType(UnsafeTableException.class)
                .isThrownBy(() -> verify(database, TABLE))
                .withMessage("table leaf_alloc is %s, which keeps no transactions: what is reserved in it could be"
                                .formatted(engine)
                        + " reserved again; run ALTER TABLE leaf_alloc ENGINE = InnoDB")
                .satisfies(ex -> database.jdbc().execute(ex.remedy().substring("run ".length())));
        assertThat(verify(database, TABLE)).as("after the remedy").isTrue();
    }

    @Test
    void partitionedTableIsJudgedByTheEngineOfItsPartitions() {
        TestDatabase database = MariaDb.database().with(TABLE);
        database.jdbc().execute("ALTER TABLE leaf_alloc PARTITION BY KEY (biz_tag) PARTITIONS 4");
        assertThat(verify(database, TABLE)).isTrue();

        database.jdbc().execute("ALTER TABLE leaf_alloc ENGINE = MyISAM");
        assertRefused(database, TABLE, "MyISAM");
    }

    @Test
    void viewIsJudgedByTheTableBehindIt() {
        TestDatabase database = MariaDb.database().with(TABLE);
        database.jdbc().execute("CREATE VIEW leaf_view AS SELECT a.* FROM leaf_alloc a");
        assertThat(verify(database, "leaf_view")).isTrue();

        database.jdbc().execute("ALTER TABLE leaf_alloc ENGINE = Aria");
        assertThatExceptionOfType(UnsafeTableException.class)
                .isThrownBy(() -> verify(database, "leaf_view"))
                .withMessageContaining("leaf_alloc is Aria")
                .satisfies(ex -> database.jdbc().execute(ex.remedy().substring("run ".length())));
        assertThat(verify(database, "leaf_view")).as("after the remedy").isTrue();
    }

    /** Answers of MariaDB, for those who build without it. */
    @Test
    void viewIsJudgedByWhatTheDatabaseSaysOfTheTablesBehindIt() throws SQLException {
        String asked = " WHERE COALESCE(CAST(? AS VARCHAR), CAST(? AS VARCHAR)) = 'leaf_alloc'";
        String view = "SELECT 'VIEW' AS kind, 1 AS is_safe, 1 AS is_view, NULL AS schema_name" + asked;
        String table = "SELECT 'InnoDB' AS kind, 1 AS is_safe, 0 AS is_view, NULL AS schema_name" + asked;
        String nothing = "SELECT 1" + asked + " AND 1 = 0";
        String plain = "SELECT 'ids.plain' AS name, 'Aria' AS kind" + asked;

        assertThat(verifyAnswered(view, nothing)).isTrue();
        assertThat(verifyAnswered(table, plain)).as("not asked").isTrue();
        assertThat(verifyAnswered(nothing, nothing)).as("no such table").isFalse();
        assertThatExceptionOfType(UnsafeTableException.class)
                .isThrownBy(() -> verifyAnswered(view, plain))
                .withMessageContaining("table ids.plain is Aria, which keeps no transactions")
                .withMessageEndingWith("run ALTER TABLE ids.plain ENGINE = InnoDB");
    }

    private static boolean verifyAnswered(String toKind, String toBehindView) throws SQLException {
        TableCheckSql questions = SqlDialect.MYSQL.facts().tableCheck();
        Map<String, String> answers = Map.of(questions.kind(), toKind, questions.behindView(), toBehindView);
        try (Connection connection = TestDatabase.h2().unpooled().getConnection()) {
            connection.setAutoCommit(false);
            return new TableCheck(SqlDialect.MYSQL, new TableName(TABLE))
                    .verify(new AnsweredJdbc(new SingleConnectionDataSource(connection, true), answers))
                    .isPresent();
        }
    }

    /** Puts other statements in place of those that only one kind of database knows. */
    private static final class AnsweredJdbc extends JdbcTemplate {

        private final Map<String, String> answers;

        AnsweredJdbc(DataSource dataSource, Map<String, String> answers) {
            super(dataSource);
            this.answers = answers;
        }

        @Override
        public <T extends @Nullable Object> List<T> query(
                String sql, RowMapper<T> row, @Nullable Object @Nullable ... arguments) {
            return super.query(Objects.requireNonNull(answers.get(sql)), row, arguments);
        }

        @Override
        public void query(String sql, RowCallbackHandler row, @Nullable Object @Nullable ... arguments) {
            super.query(Objects.requireNonNull(answers.get(sql)), row, arguments);
        }
    }

    /** A pooler may pass on the search path of another of its clients. */
    @Test
    void schemaOfATableOnPostgresIsFoundAndNamedUnlessItNeedsQuotes() {
        TestDatabase database = Postgres.database();
        database.jdbc().execute("CREATE SCHEMA ids; CREATE SCHEMA \"Ids\"");
        for (String schema : List.of("ids", "\"Ids\"")) {
            TestDatabase within = database.withUrl(database.url() + "?currentSchema=" + schema.replace("\"", "%22"));
            within.with(TABLE);
            OwnStatements statements = new OwnStatements(within.unpooled(), within.dialect(), Duration.ofSeconds(10));

            assertThat(statements.execute(new TableCheck(within.dialect(), new TableName(TABLE))::verify))
                    .contains(new TableName(schema.equals("ids") ? "ids.leaf_alloc" : TABLE));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"DATABASE_TO_UPPER=FALSE", "DATABASE_TO_LOWER=TRUE", "CASE_INSENSITIVE_IDENTIFIERS=TRUE"})
    void h2MaySpellIdentifiersInAnyCase(String setting) {
        TestDatabase h2 = TestDatabase.h2();

        assertThat(verify(h2.withUrl(h2.url() + ";" + setting).with(TABLE), TABLE))
                .isTrue();
    }

    @Test
    void tableThatIsEmptyAfterACrashIsRefused() {
        TestDatabase database = Postgres.database().with(TABLE);
        database.jdbc().execute("ALTER TABLE leaf_alloc SET UNLOGGED");

        assertThatExceptionOfType(UnsafeTableException.class)
                .isThrownBy(() -> verify(database, TABLE))
                .withMessage(
                        "table leaf_alloc is UNLOGGED, which does not survive a crash: what is reserved in it could be"
                                + " reserved again; run ALTER TABLE leaf_alloc SET LOGGED")
                .satisfies(ex -> database.jdbc().execute(ex.remedy().substring("run ".length())));
        assertThatNoException().isThrownBy(() -> verify(database, TABLE));
    }

    /** A view has rows of tables, and a partitioned table those of its partitions: these are what a crash empties. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE VIEW above AS SELECT * FROM leaf_alloc",
                "CREATE VIEW between_them AS SELECT * FROM leaf_alloc; CREATE VIEW above AS SELECT * FROM between_them",
                "CREATE TABLE above (LIKE leaf_alloc) PARTITION BY LIST (biz_tag);"
                        + " ALTER TABLE above ATTACH PARTITION leaf_alloc DEFAULT"
            })
    void tableThatIsEmptyAfterACrashIsRefusedBehindAnother(String above) {
        TestDatabase database = Postgres.database().with(TABLE);
        database.jdbc().execute(above);
        assertThat(verify(database, "above")).isTrue();
        database.jdbc().execute("ALTER TABLE leaf_alloc SET UNLOGGED");

        assertThatExceptionOfType(UnsafeTableException.class)
                .isThrownBy(() -> verify(database, "above"))
                .withMessageContaining("leaf_alloc is UNLOGGED")
                .satisfies(ex -> database.jdbc().execute(ex.remedy().substring("run ".length())));
        assertThat(verify(database, "above")).as("after the remedy").isTrue();
    }

    /** Seen: killed within the half second, an H2 in a file handed out the same ids again. */
    @Test
    void fileThatH2WritesLaterIsRefused(@TempDir Path directory) {
        String url = "jdbc:h2:" + directory.resolve("leaf");
        TestDatabase late = TestDatabase.h2().withUrl(url).with(TABLE);

        assertThatExceptionOfType(UnsafeTableException.class)
                .isThrownBy(() -> verify(late, TABLE))
                .withMessage(
                        "table leaf_alloc is in a file that H2 writes up to 500 ms after a commit, and a process that is killed"
                                + " loses what was committed last: what is reserved in it could be reserved again; add"
                                + " ;WRITE_DELAY=0 to the JDBC URL");
        assertThatNoException().isThrownBy(() -> verify(late.withUrl(url + ";WRITE_DELAY=0"), TABLE));
    }

    @ParameterizedTest
    @CsvSource({
        "?synchronous=OFF, synchronous=0 and journal_mode=delete",
        "?journal_mode=WAL&synchronous=NORMAL, synchronous=1 and journal_mode=wal",
        "?journal_mode=MEMORY, synchronous=2 and journal_mode=memory"
    })
    void fileThatSqliteDoesNotWriteAtACommitIsRefused(String parameters, String kind, @TempDir Path directory) {
        TestDatabase database = TestDatabase.sqlite(directory).with(TABLE);

        assertRefused(database.withUrl(database.url() + parameters), TABLE, kind);
        assertThatNoException().isThrownBy(() -> verify(database, TABLE));
    }

    @Test
    void walOfSqliteWithFullSynchronizationIsAccepted(@TempDir Path directory) {
        TestDatabase database = TestDatabase.sqlite(directory).with(TABLE);

        assertThatNoException()
                .isThrownBy(
                        () -> verify(database.withUrl(database.url() + "?journal_mode=WAL&synchronous=FULL"), TABLE));
    }

    @ParameterizedTest
    @MethodSource("databases")
    void tableThatIsMissingIsNotJudged(TestDatabase database) {
        if (database.dialect() != SqlDialect.H2) { // where there is nothing to ask
            assertThat(verify(database, "leaf_nowhere")).isFalse();
        }
    }

    private static void assertRefused(TestDatabase database, String table, String kind) {
        assertThatExceptionOfType(UnsafeTableException.class)
                .isThrownBy(() -> verify(database, table))
                .withMessageContaining(kind);
    }

    private static boolean verify(TestDatabase database, String table) {
        TableCheck check = new TableCheck(database.dialect(), new TableName(table));
        OwnStatements statements = new OwnStatements(database.unpooled(), database.dialect(), Duration.ofSeconds(10));
        return statements.execute(check::verify).isPresent();
    }
}
