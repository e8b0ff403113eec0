package io.leafid.autoconfigure.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.leafid.testing.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** The first connection of Leaf's own pool is cut off while it is set up. */
class FirstConnectionTest {

    private final AtomicBoolean isCut = new AtomicBoolean(true);

    /** Hikari would set an isolation level of -1 on each later connection, which each driver refuses, until the next start of the process. */
    @Test
    void poolWhoseFirstConnectionIsCutOffOpensTheNextOne() throws SQLException {
        DataSource driver = new DelegatingDataSource(TestDatabase.h2().unpooled()) {
            @Override
            public Connection getConnection() throws SQLException {
                return cutOffWhenAsked(super.getConnection());
            }
        };
        try (HikariDataSource application = new HikariDataSource()) {
            application.setDataSource(driver);
            try (HikariDataSource own =
                    (HikariDataSource) HikariDerivation.derive(application, Duration.ofSeconds(1))) {
                await().ignoreExceptions().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                    try (Connection connection = own.getConnection()) {
                        assertThat(connection.isValid(1)).isTrue();
                    }
                });
                assertThat(isCut).isFalse();
            }
        }
    }

    private Connection cutOffWhenAsked(Connection real) {
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getTransactionIsolation") && isCut.compareAndSet(true, false)) {
                        real.close();
                        throw new SQLNonTransientConnectionException("Socket timeout error", "08000");
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException ex) {
                        throw ex.getCause();
                    }
                });
    }
}
