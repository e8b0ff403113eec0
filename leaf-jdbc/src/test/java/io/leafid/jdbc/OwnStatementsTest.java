package io.leafid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.test.time.ManualTime;
import io.leafid.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.PreparedStatementCallback;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

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

    private static <T> T run(JdbcOperations jdbc, PreparedStatementCallback<T> action) {
        return Objects.requireNonNull(jdbc.execute("SELECT 7", action));
    }

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
        int result = statements.execute(jdbc -> run(jdbc, statement -> {
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
                .isThrownBy(() -> statements.execute(jdbc -> run(jdbc, statement -> {
                    runs.incrementAndGet();
                    time.advance(Duration.ofSeconds(1));
                    throw new SQLException("could not serialize access", "40001");
                })));

        assertThat(runs).as("within four fifths of five seconds").hasValue(4);
    }

    @Test
    void statementWhoseFateIsUnknownIsNotTriedAgain() {
        assertThatExceptionOfType(DataAccessException.class)
                .isThrownBy(() -> statements.execute(jdbc -> run(jdbc, statement -> {
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

    /** Else the row would be locked until the next statement was answered too. */
    @Test
    void eachStatementIsCommittedBeforeTheNextOneThoughTheConnectionCameOutOfAutoCommit() throws SQLException {
        TestDatabase database = TestDatabase.h2().with("leaf_alloc");
        try (Connection only = database.unpooled().getConnection()) {
            only.setAutoCommit(false);
            OwnStatements ofOne = new OwnStatements(
                    new SingleConnectionDataSource(only, true), SqlDialect.H2, Duration.ofSeconds(5), time);

            Long seenByOthers = ofOne.execute(jdbc -> {
                jdbc.update("INSERT INTO leaf_alloc (biz_tag, step) VALUES ('order', 10)");
                return Objects.requireNonNull(
                        database.jdbc().queryForObject("SELECT COUNT(*) FROM leaf_alloc", Long.class));
            });

            assertThat(seenByOthers).isEqualTo(1);
            assertThat(only.getAutoCommit()).as("as it came").isFalse();
        }
    }

    @Test
    void statementIsCancelledAfterFourFifthsOfTheTime() {
        int seconds = statements.execute(jdbc -> run(jdbc, Statement::getQueryTimeout));

        assertThat(seconds).isEqualTo(4);
    }

    @Test
    void failureThatSaysNothingOfItsKindIsSaidAsItCame() {
        assertThatExceptionOfType(UncategorizedSQLException.class)
                .isThrownBy(() -> statements.execute(jdbc -> run(jdbc, statement -> {
                    throw new SQLException("odd");
                })))
                .withStackTraceContaining("odd");
    }

    @Test
    void rowsOfALargeTableAreFetchedByParts() {
        assertThat(statements.<Integer>execute(jdbc -> run(jdbc, Statement::getFetchSize)))
                .isEqualTo(5_000);
    }
}
