package io.leafid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.testing.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** What a driver is told of the longest wait for an answer; as drivers of servers take it, which H2 ignores. */
class NetworkTimeoutTest {

    private static final int BEFORE = 77;

    private final List<Integer> told = new ArrayList<>();
    private final List<Connection> connected = new ArrayList<>();
    private @Nullable SQLException toTheQuestion;
    private @Nullable SQLException toTheLimit;
    private @Nullable Error atTheLimit;

    private final DelegatingDataSource driver =
            new DelegatingDataSource(TestDatabase.h2().unpooled()) {
                @Override
                public Connection getConnection() throws SQLException {
                    Connection target = super.getConnection();
                    connected.add(target);
                    return (Connection) Proxy.newProxyInstance(
                            Connection.class.getClassLoader(),
                            new Class<?>[] {Connection.class},
                            (proxy, method, arguments) -> call(target, method, arguments));
                }
            };

    private @Nullable Object call(Connection target, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        switch (method.getName()) {
            case "getNetworkTimeout" -> {
                fail(toTheQuestion);
                return BEFORE;
            }
            case "setNetworkTimeout" -> {
                if (atTheLimit != null) {
                    throw atTheLimit;
                }
                fail(toTheLimit);
                told.add((Integer) Objects.requireNonNull(Objects.requireNonNull(arguments)[1]));
                return null;
            }
            default -> {
                try {
                    return method.invoke(target, arguments);
                } catch (InvocationTargetException ex) {
                    throw ex.getTargetException();
                }
            }
        }
    }

    private static void fail(@Nullable SQLException failure) throws SQLException {
        if (failure != null) {
            throw failure;
        }
    }

    private int ask(Duration timeout) {
        OwnStatements statements = new OwnStatements(driver, SqlDialect.H2, timeout);
        return Objects.requireNonNull(
                statements.<Integer>execute(jdbc -> jdbc.queryForObject("SELECT 7", Integer.class)));
    }

    @Test
    void answerIsWaitedForWithinTheLimitAndTheConnectionGoesBackAsItCame() {
        assertThat(ask(Duration.ofSeconds(5))).isEqualTo(7);

        assertThat(told).containsExactly(5_000, BEFORE);
        assertThat(connected).singleElement().matches(NetworkTimeoutTest::isClosed);
    }

    @Test
    void limitIsNoMoreThanADriverCanBeTold() {
        ask(Duration.ofDays(30));

        assertThat(told).containsExactly(Integer.MAX_VALUE, BEFORE);
    }

    @Test
    void connectionThatTakesNoLimitIsClosed() {
        toTheLimit = new SQLException("the line is broken", "08006");

        assertThatExceptionOfType(DataAccessException.class)
                .isThrownBy(() -> ask(Duration.ofSeconds(5)))
                .withMessageContaining("the line is broken");
        assertThat(connected).singleElement().matches(NetworkTimeoutTest::isClosed);
    }

    /** As that of an older pool or driver; the pool would soon be empty. */
    @Test
    void connectionWithoutThatMethodIsClosed() {
        atTheLimit = new AbstractMethodError("setNetworkTimeout");

        assertThatExceptionOfType(AbstractMethodError.class).isThrownBy(() -> ask(Duration.ofSeconds(5)));
        assertThat(connected).singleElement().matches(NetworkTimeoutTest::isClosed);
    }

    @Test
    void driverThatKnowsNoLimitIsUsedWithoutOne() {
        toTheQuestion = new SQLFeatureNotSupportedException("no such feature");

        assertThat(ask(Duration.ofSeconds(5))).isEqualTo(7);
        assertThat(told).isEmpty();
        assertThat(connected).singleElement().matches(NetworkTimeoutTest::isClosed);
    }

    private static boolean isClosed(Connection connection) {
        try {
            return connection.isClosed();
        } catch (SQLException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
