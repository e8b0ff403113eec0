package io.leafid.autoconfigure.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.leafid.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** How Leaf waits for a connection that others may hold. */
class SharedConnectionsTest {

    private final CountDownLatch gate = new CountDownLatch(1);
    private final AtomicReference<Connection> opened = new AtomicReference<>();
    private final AtomicReference<SQLException> failure = new AtomicReference<>();
    private final SharedConnections connections =
            new SharedConnections(slow(), Duration.ofMillis(200), "do this and that");

    /** One that takes its time, as a pool does whose connections are all held, and keeps trying. */
    private DataSource slow() {
        return new DelegatingDataSource(TestDatabase.h2().unpooled()) {
            @Override
            public Connection getConnection() throws SQLException {
                try {
                    gate.await();
                } catch (InterruptedException ex) {
                    throw new SQLException(ex);
                }
                SQLException reason = failure.get();
                if (reason != null) {
                    throw reason;
                }
                Connection connection = super.getConnection();
                opened.set(connection);
                return connection;
            }
        };
    }

    @AfterEach
    void close() {
        gate.countDown();
        connections.close();
    }

    @Test
    void connectionThatComesTooLateGoesBack() {
        assertThatExceptionOfType(SQLTransientConnectionException.class)
                .isThrownBy(connections::getConnection)
                .withMessageContainingAll("no connection within 200 ms", "do this and that");

        gate.countDown();
        await().until(() -> opened.get() != null && opened.get().isClosed());
    }

    @Test
    void reasonOfTheDriverIsToldEvenIfThePoolTellsItLate() throws SQLException {
        failure.set(new SQLTransientConnectionException(
                "timed out after 30 s", new SQLException("Access denied for user 'shop'")));
        assertThatExceptionOfType(SQLTransientConnectionException.class).isThrownBy(connections::getConnection);

        gate.countDown();
        // on a busy machine the time may be over before the pool has said it
        await().untilAsserted(() -> assertThatExceptionOfType(SQLException.class)
                .isThrownBy(connections::getConnection)
                .havingRootCause()
                .withMessage("Access denied for user 'shop'"));

        failure.set(null);
        await().ignoreException(SQLTransientConnectionException.class).untilAsserted(() -> {
            try (Connection connection = connections.getConnection()) {
                assertThat(connection.isValid(0)).isTrue();
            }
        });
    }

    @Test
    void reasonThatCameLateStaysKnownWhileThePoolTriesAgain() {
        TestDatabase database = TestDatabase.h2();
        AtomicReference<CountDownLatch> turn = new AtomicReference<>(new CountDownLatch(0));
        DataSource refusing = new DelegatingDataSource(database.unpooled()) {
            @Override
            public Connection getConnection() throws SQLException {
                try {
                    Objects.requireNonNull(turn.get()).await();
                } catch (InterruptedException ex) {
                    throw new SQLException(ex);
                }
                throw new SQLTransientConnectionException("timed out", new SQLException("password has expired"));
            }
        };
        SharedConnections impatient = new SharedConnections(refusing, Duration.ofMillis(200), "do this and that");
        // on a busy machine the time may be over before the pool was asked
        await().untilAsserted(() -> assertThatExceptionOfType(SQLException.class)
                .isThrownBy(impatient::getConnection)
                .havingRootCause()
                .withMessage("password has expired"));

        turn.set(new CountDownLatch(1));
        assertThatExceptionOfType(SQLTransientConnectionException.class)
                .isThrownBy(impatient::getConnection)
                .withMessageContaining("no connection within 200 ms")
                .havingRootCause()
                .withMessage("password has expired");
        Objects.requireNonNull(turn.get()).countDown();
        impatient.close();
    }
}
