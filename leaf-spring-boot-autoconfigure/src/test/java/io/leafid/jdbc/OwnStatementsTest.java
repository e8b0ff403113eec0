package io.leafid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.test.time.ManualTime;
import io.leafid.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** When statements that commit by themselves run, and when they run again. */
class OwnStatementsTest {

    private final ManualTime time = new ManualTime();
    private Duration opening = Duration.ZERO;
    private boolean away;
    private final DataSource dataSource =
            new DelegatingDataSource(TestDatabase.h2().unpooled()) {
                @Override
                public Connection getConnection() throws SQLException {
                    time.advance(opening);
                    if (away) {
                        throw new SQLException("refused");
                    }
                    return super.getConnection();
                }
            };
    private final OwnStatements statements = new OwnStatements(dataSource, SqlDialect.H2, Duration.ofSeconds(5), time);
    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void nothingIsDoneOnAConnectionThatComesWhenTheTimeIsOver() {
        opening = Duration.ofSeconds(5);

        assertThatExceptionOfType(TransientDataAccessResourceException.class)
                .isThrownBy(() -> statements.execute(any -> {
                    throw new AssertionError("executed for a caller that has given up");
                }))
                .withMessageContainingAll("5000 ms", "nothing was changed");
    }

    @Test
    void whatTheDatabaseHasUndoneIsTriedAgain() {
        int result = statements.execute(own -> own.run("SELECT 7", List.of(), statement -> {
            if (runs.incrementAndGet() < 5) {
                throw new SQLException("could not serialize access", "40001");
            }
            return 7;
        }));

        assertThat(result).isEqualTo(7);
        assertThat(runs).hasValue(5);
    }

    @Test
    void whatTheDatabaseUndoesAgainAndAgainFailsWhenItsTimeIsOver() {
        assertThatExceptionOfType(ConcurrencyFailureException.class)
                .isThrownBy(() -> statements.execute(own -> own.run("SELECT 7", List.of(), statement -> {
                    runs.incrementAndGet();
                    time.advance(Duration.ofSeconds(1));
                    throw new SQLException("could not serialize access", "40001");
                })));

        assertThat(runs).as("within four fifths of five seconds").hasValue(4);
    }

    @Test
    void statementWhoseFateIsUnknownIsNotTriedAgain() {
        assertThatExceptionOfType(DataAccessException.class)
                .isThrownBy(() -> statements.execute(own -> own.run("SELECT 7", List.of(), statement -> {
                    runs.incrementAndGet();
                    throw new SQLException("completion unknown", "40003");
                })));

        assertThat(runs).hasValue(1);
    }

    @Test
    void missingConnectionIsSaidAsSuch() {
        away = true;

        assertThatExceptionOfType(CannotGetJdbcConnectionException.class)
                .isThrownBy(() -> statements.execute(own -> 7))
                .withStackTraceContaining("refused");
    }
}
