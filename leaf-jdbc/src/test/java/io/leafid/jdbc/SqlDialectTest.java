package io.leafid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import io.leafid.testing.DialectFixture;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

class SqlDialectTest {

    static Stream<TestDatabase> databases() {
        return TestDatabases.allByEachDriver();
    }

    /** Statements that move a session far from UTC, one ahead and one behind. */
    static Stream<Arguments> sessionsFarFromUtc() {
        return databases()
                .flatMap(database -> DialectFixture.of(database.dialect()).farFromUtc().stream()
                        .map(statement -> Arguments.of(database, statement)));
    }

    @ParameterizedTest
    @EnumSource
    void everyDialectHasItsSchemaFile(SqlDialect dialect) {
        assertThat(SqlDialect.class.getClassLoader().getResource(dialect.schemaResource()))
                .as("a new dialect needs the file src/main/resources/%s", dialect.schemaResource())
                .isNotNull();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void databaseIsRecognised(TestDatabase database) {
        assertThat(SqlDialect.of(database.unpooled())).isEqualTo(database.dialect());
    }

    @ParameterizedTest
    @ValueSource(strings = {"MySQL", "MariaDB", "mariadb"})
    void productIsRecognisedByItsName(String product) {
        assertThat(SqlDialect.of(product)).isEqualTo(SqlDialect.MYSQL);
    }

    @Test
    void unknownProductNamesTheKnownOnes() {
        assertThatIllegalStateException()
                .isThrownBy(() -> SqlDialect.of("Oracle"))
                .withMessage("database 'Oracle' is not supported; known are: MySQL, MariaDB, PostgreSQL, H2, SQLite");
    }

    @ParameterizedTest
    @EnumSource
    void addressForEachDriverOfADialectIsRecognisedAsItsOwn(SqlDialect dialect) {
        assertThat(dialect.drivers()).isNotEmpty().allSatisfy((begin, artifact) -> {
            assertThat(SqlDialect.ofUrl(begin + "//db/ids")).contains(dialect);
            assertThat(artifact).contains(":");
        });
        assertThat(SqlDialect.ofUrl("jdbc:oracle:thin:@db")).isEmpty();
    }

    @Test
    void fileIsTheOnlyDatabaseThatIsWrittenInTurn() {
        assertThat(SqlDialect.values()).filteredOn(SqlDialect::isFile).containsExactly(SqlDialect.SQLITE);
    }

    @Test
    void statementsAreLimitedByJdbcSaveWhereItWouldConnectToCancelThem() {
        assertThat(SqlDialect.values())
                .filteredOn(dialect -> !dialect.limitsByJdbc())
                .containsExactly(SqlDialect.POSTGRESQL);
        assertThat(SqlDialect.POSTGRESQL.statementLimit(Duration.ofSeconds(4)))
                .hasValueSatisfying(statement ->
                        assertThat(statement).startsWith("SELECT set_config('statement_timeout', '4000', true), "));
        assertThat(SqlDialect.MYSQL.statementLimit(Duration.ofSeconds(4))).isEmpty();
    }

    /** What the reply has no room for is asked for afterwards; one that replies as a query is read to its end. */
    @ParameterizedTest
    @CsvSource({"MYSQL, false, false", "POSTGRESQL, false, true", "H2, false, true", "SQLITE, true, true"})
    void replyToAnAllocationIsReadInTheWayOfTheDatabase(SqlDialect dialect, boolean asQuery, boolean withRow) {
        assertThat(dialect.counters().repliesAsQuery()).isEqualTo(asQuery);
        assertThat(dialect.counters().repliesWithRow()).isEqualTo(withRow);
    }

    @ParameterizedTest
    @CsvSource({"MYSQL, FOR UPDATE", "POSTGRESQL, FOR UPDATE", "H2, FOR UPDATE", "SQLITE, ''"})
    void rowsAreLockedSaveWhereAWriteLocksTheWholeDatabase(SqlDialect dialect, String lock) {
        assertThat(dialect.sql().rowLock()).isEqualTo(lock);
    }

    @ParameterizedTest
    @MethodSource("sessionsFarFromUtc")
    void clockOfTheDatabaseIsTrueUtcWhateverTheSessionsTimeZone(TestDatabase database, String statement)
            throws SQLException {
        try (Connection session = database.unpooled().getConnection()) {
            JdbcTemplate jdbc = new JdbcTemplate(new SingleConnectionDataSource(session, true));
            jdbc.execute(statement);

            Long now = jdbc.queryForObject("SELECT " + database.dialect().sql().nowMillis(), Long.class);

            assertThat(Objects.requireNonNull(now))
                    .isCloseTo(System.currentTimeMillis(), within(TimeUnit.MINUTES.toMillis(5)));
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void clockOfTheDatabaseHasMilliseconds(TestDatabase database) {
        JdbcTemplate jdbc = database.jdbc();

        Stream<Long> times = Stream.generate(() -> Objects.requireNonNull(
                        jdbc.queryForObject("SELECT " + database.dialect().sql().nowMillis(), Long.class)))
                .limit(20);

        assertThat(times.map(time -> time % 1000).distinct().count())
                .as("different milliseconds within the second")
                .isGreaterThan(5);
    }
}
