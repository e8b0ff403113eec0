package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.testing.MariaDb;
import io.leafid.testing.Postgres;
import io.leafid.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What real databases say of columns that a table may have been given by hand. */
class ColumnLimitTest {

    private static final String ALL = "9223372036854775807";

    @ParameterizedTest
    @CsvSource({
        "BIGINT, " + ALL,
        "BIGINT UNSIGNED, " + ALL,
        "INT, 2147483647",
        "INT UNSIGNED, 4294967295",
        "MEDIUMINT, 8388607",
        "MEDIUMINT UNSIGNED, 16777215",
        "SMALLINT, 32767",
        "TINYINT UNSIGNED, 255",
        "'DECIMAL(20)', " + ALL,
        "'DECIMAL(12)', 999999999999",
        "'DECIMAL(12, 2)', 9999999999",
        "FLOAT, 16777215",
        "DOUBLE, 9007199254740991"
    })
    void ofMariaDb(String type, long limit) {
        TestDatabase database = MariaDb.database();

        assertThat(limit(database, type)).isEqualTo(limit);
        assertThat(limit(MariaDb.withConnectorJ(database), type)).isEqualTo(limit);
    }

    @ParameterizedTest
    @CsvSource({
        "BIGINT, " + ALL,
        "INTEGER, 2147483647",
        "SMALLINT, 32767",
        "NUMERIC, " + ALL,
        "'NUMERIC(12)', 999999999999",
        "REAL, 16777215",
        "DOUBLE PRECISION, 9007199254740991"
    })
    void ofPostgres(String type, long limit) {
        assertThat(limit(Postgres.database(), type)).isEqualTo(limit);
    }

    @ParameterizedTest
    @CsvSource({
        "BIGINT, " + ALL,
        "INTEGER, 2147483647",
        "SMALLINT, 32767",
        "'NUMERIC(12)', 999999999999",
        "REAL, 16777215",
        "DOUBLE PRECISION, 9007199254740991"
    })
    void ofH2(String type, long limit) {
        assertThat(limit(TestDatabase.h2(), type)).isEqualTo(limit);
    }

    private static long limit(TestDatabase database, String type) {
        database.jdbc().execute("DROP TABLE IF EXISTS limited");
        database.jdbc().execute("CREATE TABLE limited (max_id %s)".formatted(type));
        Long found = database.jdbc().query("SELECT max_id FROM limited WHERE 1 = 0", new ColumnLimit());
        return found.longValue();
    }
}
