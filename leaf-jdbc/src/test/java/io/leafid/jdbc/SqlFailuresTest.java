package io.leafid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.DataAccessResourceFailureException;

/** What is read from a failure when it is not known which database it comes from; SQLite's own stands in SqliteFailuresTest. */
class SqlFailuresTest {

    private static Exception withState(String state) {
        return new DataAccessResourceFailureException("failed", new SQLException("failed", state));
    }

    @ParameterizedTest
    @CsvSource({
        "42S02, true",
        "42P01, true",
        "42S04, true",
        "42S22, false",
        "42703, false",
        "40001, false",
        "08006, false"
    })
    void stateTellsThatATableIsMissing(String state, boolean isTable) {
        assertThat(SqlFailures.isMissingTable(withState(state))).isEqualTo(isTable);
    }

    @ParameterizedTest
    @CsvSource({"42501, 0, true", "90096, 90096, true", "42000, 1142, true", "42000, 1143, true", "42000, 1064, false"})
    void stateOrCodeTellsThatARightIsMissing(String state, int code, boolean isDenied) {
        Exception failure = new DataAccessResourceFailureException("failed", new SQLException("denied", state, code));

        assertThat(SqlFailures.isDenied(failure)).isEqualTo(isDenied);
    }

    @Test
    void firstFailureThatHasAStateDecides() {
        SQLException first = new SQLException("no such column", "42S22", new SQLException("no such table", "42S02"));
        SQLException second = new SQLException("wrapped by a pool", new SQLException("no such table", "42S02"));

        assertThat(SqlFailures.isMissingTable(first)).isFalse();
        assertThat(SqlFailures.isMissingTable(second)).isTrue();
    }

    @Test
    void failureWithoutAStateSaysNothingIsMissing() {
        Exception nameless = new IllegalStateException("closed", new SQLException("closed"));

        assertThat(SqlFailures.isMissingTable(nameless)).isFalse();
    }

    @Test
    void failureOfAFileIsOneOfItsDriverWithoutAState() {
        SQLException busy = new SQLException("[SQLITE_BUSY] the file is locked", null, 5);

        assertThat(SqlFailures.isOfFile(new IllegalStateException(busy))).isTrue();
        assertThat(SqlFailures.isOfFile(withState("40001"))).isFalse();
        assertThat(SqlFailures.isOfFile(new SQLException("closed"))).isFalse();
        assertThat(SqlFailures.isOfFile(new IllegalStateException("closed"))).isFalse();
    }
}
