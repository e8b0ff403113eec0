package io.leafid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.leafid.jdbc.OwnStatements.Action;
import io.leafid.test.time.ManualTime;
import io.leafid.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.UncategorizedSQLException;
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

    /** Else the row would be locked until the next statement was answered too. */
    @Test
    void eachStatementIsCommittedBeforeTheNextOneThoughTheConnectionCameOutOfAutoCommit() throws SQLException {
        TestDatabase database = TestDatabase.h2().with("leaf_alloc");
        try (Connection only = database.unpooled().getConnection()) {
            only.setAutoCommit(false);
            OwnStatements ofOne = new OwnStatements(
                    new SingleConnectionDataSource(only, true), SqlDialect.H2, Duration.ofSeconds(5), time);

            Long seenByOthers = ofOne.execute(own -> {
                own.run(
                        "INSERT INTO leaf_alloc (biz_tag, step) VALUES ('order', 10)",
                        List.of(),
                        PreparedStatement::executeUpdate);
                return Objects.requireNonNull(
                        database.jdbc().queryForObject("SELECT COUNT(*) FROM leaf_alloc", Long.class));
            });

            assertThat(seenByOthers).isEqualTo(1);
            assertThat(only.getAutoCommit()).as("as it came").isFalse();
        }
    }

    @Test
    void statementIsCancelledAfterFourFifthsOfTheTime() {
        int seconds = statements.execute(own -> own.run("SELECT 7", List.of(), Statement::getQueryTimeout));

        assertThat(seconds).isEqualTo(4);
    }

    @Test
    void failureThatSaysNothingOfItsKindIsSaidAsItCame() {
        assertThatExceptionOfType(UncategorizedSQLException.class)
                .isThrownBy(() -> statements.execute(own -> {
                    throw new SQLException("odd");
                }))
                .withStackTraceContaining("odd");
    }

    /** Those that wait for the lock of a file are served in no order, so that some would wait too long. */
    @Test
    void writersOfAFileOfThisProcessWaitForEachOther() throws Exception {
        OwnStatements ofFile = new OwnStatements(dataSource, SqlDialect.SQLITE, Duration.ofSeconds(5), time);
        Thread other = new Thread(() -> ofFile.execute(own -> runs.incrementAndGet()), "second-writer");

        int result = ofFile.execute(first -> {
            other.start();
            await().until(() ->
                    other.getState() == Thread.State.BLOCKED || other.getState() == Thread.State.TERMINATED);
            return runs.get();
        });
        other.join();

        assertThat(result).as("while the first one writes").isZero();
        assertThat(runs).hasValue(1);
    }

    @Test
    void callsToAServerRunBesideEachOther() throws Exception {
        CyclicBarrier together = new CyclicBarrier(2);
        Action<Integer> meeting = own -> {
            try {
                return together.await(1, TimeUnit.MINUTES);
            } catch (Exception ex) {
                throw new SQLException("alone", ex);
            }
        };
        CompletableFuture<Integer> other = CompletableFuture.supplyAsync(() -> statements.execute(meeting));

        assertThat(statements.execute(meeting) + other.get()).isEqualTo(1);
    }
}
