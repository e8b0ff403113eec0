package io.leafid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.test.time.ManualTime;
import io.leafid.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.PreparedStatementCallback;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** What happens before the first statement of a transaction. */
class OwnTransactionsTest {

    private final ManualTime time = new ManualTime();
    private Duration opening = Duration.ZERO;
    private final DataSource dataSource =
            new DelegatingDataSource(TestDatabase.h2().unpooled()) {
                @Override
                public Connection getConnection() throws SQLException {
                    time.advance(opening);
                    return super.getConnection();
                }
            };
    private final OwnTransactions transactions =
            new OwnTransactions(dataSource, SqlDialect.H2, Duration.ofSeconds(5), time);

    @Test
    void nothingIsDoneOnAConnectionThatComesWhenTheTimeIsOver() {
        opening = Duration.ofSeconds(5);

        assertThatExceptionOfType(TransientDataAccessResourceException.class)
                .isThrownBy(() -> transactions.execute(jdbc -> {
                    throw new AssertionError("executed for a caller that has given up");
                }))
                .withMessageContainingAll("5000 ms", "nothing was changed");
    }

    @Test
    void connectionThatComesInTimeIsUsed() {
        opening = Duration.ofSeconds(4);

        assertThat(transactions.<Integer>execute(jdbc -> jdbc.queryForObject("SELECT 7", Integer.class)))
                .isEqualTo(7);
    }

    @Test
    void statementIsCancelledAfterFourFifthsOfTheTime() {
        PreparedStatementCallback<Integer> limit = Statement::getQueryTimeout;

        assertThat(transactions.<Integer>execute(jdbc -> jdbc.execute("SELECT 7", limit)))
                .isEqualTo(4);
    }

    @Test
    void rowsOfALargeTableAreFetchedByParts() {
        PreparedStatementCallback<Integer> rows = Statement::getFetchSize;

        assertThat(transactions.<Integer>execute(jdbc -> jdbc.execute("SELECT 7", rows)))
                .isEqualTo(5_000);
    }

    /** H2 does not know that statement, and says which one it was. */
    @Test
    void databaseThatLimitsItsStatementsItselfIsToldSoFirst() {
        OwnTransactions limited = new OwnTransactions(dataSource, SqlDialect.POSTGRESQL, Duration.ofSeconds(5), time);

        assertThatExceptionOfType(BadSqlGrammarException.class)
                .isThrownBy(() -> limited.execute(jdbc -> {
                    throw new AssertionError("executed without a limit");
                }))
                .withMessageContaining("SELECT set_config('statement_timeout', '4000', true)");
    }

    /** Else what is granted inside would be undone together with what is around it. */
    @Test
    void transactionWithinATransactionIsCommittedThoughTheOneAroundItRollsBack() {
        transactions.execute(jdbc -> {
            jdbc.execute("CREATE TABLE granted (id INT PRIMARY KEY)");
            return true;
        });

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> transactions.execute(around -> {
                    around.update("INSERT INTO granted VALUES (1)");
                    transactions.execute(within -> within.update("INSERT INTO granted VALUES (2)"));
                    throw new IllegalStateException("the caller's failure");
                }));

        assertThat(transactions.<Integer>execute(
                        jdbc -> jdbc.queryForObject("SELECT SUM(id) FROM granted", Integer.class)))
                .isEqualTo(2);
    }
}
