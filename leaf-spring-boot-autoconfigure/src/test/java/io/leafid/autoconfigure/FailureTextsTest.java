package io.leafid.autoconfigure;

import static io.leafid.autoconfigure.FailureTexts.application;
import static io.leafid.autoconfigure.FailureTexts.assertFails;
import static org.awaitility.Awaitility.await;

import io.leafid.IdGenerator;
import io.leafid.IdSequence;
import io.leafid.jdbc.SqlDialect;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.segment.jdbc.SlotRecord;
import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.awaitility.core.ThrowingRunnable;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/**
 * What a user reads when the start fails, word for word. The expected texts are files beside this class; a changed text
 * is a changed file, and seen in review.
 */
class FailureTextsTest {

    @BeforeEach
    @AfterEach
    void forget() {
        RecordedFailures.take();
    }

    @Test
    void idGeneratorIsWantedAndNoEngineIsEnabled() {
        assertFails("no-engine", Leaf.class, WantsIdGenerator.class);
    }

    @Test
    void idGeneratorIsWantedAndLeafIsSwitchedOff() {
        assertFails(
                "switched-off",
                Leaf.class,
                WantsIdGenerator.class,
                "--leaf.enabled=false",
                "--leaf.segment.enabled=true");
    }

    @Test
    void idGeneratorIsWantedAndAutoConfigurationIsNotApplied() {
        assertFails("not-applied", WantsIdGenerator.class, WantsIdGenerator.class, "--leaf.segment.enabled=true");
    }

    @Test
    void segmentIdGeneratorIsWantedAndAutoConfigurationIsNotApplied() {
        assertFails(
                "segment-not-applied",
                WantsSegmentIdGenerator.class,
                WantsSegmentIdGenerator.class,
                "--leaf.segment.enabled=true");
    }

    @Test
    void segmentIdGeneratorIsWantedAndItsEngineIsNotEnabled() {
        assertFails("no-segment-engine", Leaf.class, WantsSegmentIdGenerator.class);
    }

    @Test
    void sequenceIsWantedAndNothingSaysOfWhichTag() {
        assertFails(
                "sequence",
                Leaf.class,
                WantsSequence.class,
                "--leaf.segment.enabled=true",
                "--leaf.jdbc.url=jdbc:h2:mem:s");
    }

    @Test
    void segmentEngineHasNoDataSource() {
        assertFails("no-data-source", Leaf.class, Leaf.class, "--leaf.segment.enabled=true");
    }

    @Test
    void segmentEngineHasNoJdbcSupport() {
        SpringApplication application = application(Leaf.class);
        application.setResourceLoader(new DefaultResourceLoader(
                new FilteredClassLoader("org.springframework.jdbc", "org.springframework.boot.jdbc")));
        assertFails("no-jdbc-support", application, "--leaf.segment.enabled=true");
    }

    @Test
    void severalDataSourcesAreNoChoice() {
        assertFails("several-data-sources", Leaf.class, TwoDataSources.class, "--leaf.segment.enabled=true");
    }

    @Test
    void severalQualifiedDataSourcesAreNoChoice() {
        assertFails("several-leaf-data-sources", Leaf.class, TwoLeafDataSources.class, "--leaf.segment.enabled=true");
    }

    @Test
    void tableIsMissing() {
        assertFails(
                "missing-table",
                Leaf.class,
                Leaf.class,
                "--leaf.segment.enabled=true",
                "--leaf.segment.table=ids_of_shop",
                "--leaf.jdbc.url=jdbc:h2:mem:missing-table;USER=sa;PASSWORD=secret",
                "--leaf.jdbc.initialize-schema=never");
    }

    @Test
    void tableHasOtherColumns() {
        assertFails(
                "other-columns",
                Leaf.class,
                OtherColumns.class,
                "--leaf.segment.enabled=true",
                "--leaf.jdbc.initialize-schema=never");
    }

    @Test
    void databaseIsOneOfSeveralAndIsUsedAlone() {
        String url = "jdbc:h2:mem:one-of-several;DB_CLOSE_DELAY=-1";
        DataSource database = new DriverManagerDataSource(url);
        JdbcSegmentStore store = new JdbcSegmentStore(database, SqlDialect.H2, "leaf_alloc", Duration.ofSeconds(5));
        new TestDatabase(url, "", "", SqlDialect.H2).with("leaf_slot");
        store.recordSlot(new SlotRecord(true, 1, 4, "b"));

        assertFails(
                "slot-used-alone",
                Leaf.class,
                Leaf.class,
                "--leaf.segment.enabled=true",
                "--leaf.jdbc.url=" + url,
                "--leaf.jdbc.initialize-schema=always");
    }

    @Test
    void tableKeepsNoTransactions() {
        assertFails("no-transactions", Leaf.class, MyIsamTable.class, "--leaf.segment.enabled=true");
    }

    @Test
    void dataSourceIgnoresAutoCommit() {
        assertFails(
                "ignored-auto-commit",
                Leaf.class,
                IgnoredAutoCommit.class,
                "--leaf.segment.enabled=true",
                "--leaf.jdbc.initialize-schema=always");
    }

    @Test
    void tableCannotBeCreated() {
        assertFails(
                "cannot-create-table",
                Leaf.class,
                ReadOnly.class,
                "--leaf.segment.enabled=true",
                "--leaf.jdbc.initialize-schema=always");
    }

    @Test
    void databaseCannotBeReached() {
        eventually(() -> assertFails(
                "unreachable",
                Leaf.class,
                Leaf.class,
                "--leaf.segment.enabled=true",
                "--leaf.segment.load-timeout=1s",
                "--leaf.jdbc.url=jdbc:h2:tcp://localhost:1/shop;PASSWORD=secret",
                "--leaf.jdbc.username=sa",
                "--leaf.jdbc.password=secret"));
    }

    @Test
    void applicationDatabaseCannotBeReached() {
        eventually(() -> assertFails(
                "application-unreachable",
                Leaf.class,
                DataSourceAutoConfiguration.class,
                "--leaf.segment.enabled=true",
                "--leaf.segment.load-timeout=1s",
                "--spring.datasource.url=jdbc:h2:tcp://localhost:1/shop;PASSWORD=secret"));
    }

    @Test
    void databaseDoesNotAnswer() {
        eventually(() -> assertFails(
                "no-answer",
                Leaf.class,
                Hanging.class,
                "--leaf.segment.enabled=true",
                "--leaf.segment.load-timeout=100ms",
                "--leaf.jdbc.initialize-schema=never"));
    }

    /** Where the time is short because it must run out: a start on a busy machine may notice something else before. */
    private static void eventually(ThrowingRunnable failingStart) {
        await().untilAsserted(failingStart);
    }

    @Test
    void databaseIsOfUnknownKind() {
        assertFails("unknown-database", Leaf.class, UnknownDatabase.class, "--leaf.segment.enabled=true");
    }

    @Test
    void choiceCannotBeRead() {
        assertFails("unreadable-choice", Leaf.class, Leaf.class, "--leaf.tags.shop_order.mode=snowflakes");
    }

    @Test
    void settingIsUnknown() {
        assertFails(
                "unknown-setting",
                Leaf.class,
                WantsIdGenerator.class,
                "--spring.config.name=typing-errors",
                "--spring.config.location=classpath:/io/leafid/autoconfigure/failures/");
    }

    @Test
    void stepsContradictEachOther() {
        assertFails(
                "steps",
                Leaf.class,
                Leaf.class,
                "--leaf.segment.enabled=true",
                "--leaf.segment.max-step=500",
                "--leaf.segment.auto-create.enabled=true");
    }

    @Test
    void routingDataSourceHasNoDefault() {
        assertFails("routing-data-source", Leaf.class, Routing.class, "--leaf.segment.enabled=true");
    }

    private static DataSource h2(String name) {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:mem:" + name);
        return dataSource;
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        LeafAutoConfiguration.class,
        LeafJdbcAutoConfiguration.class,
        LeafSegmentAutoConfiguration.class,
        LeafRoutingAutoConfiguration.class
    })
    static class Leaf {}

    @Configuration(proxyBeanMethods = false)
    static class WantsIdGenerator {

        @Bean
        String orders(IdGenerator ids) {
            return ids.toString();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WantsSegmentIdGenerator {

        @Bean
        String orders(SegmentIdGenerator ids) {
            return Long.toString(ids.nextId("order"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WantsSequence {

        @Bean
        String orders(IdSequence ids) {
            return ids.toString();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoDataSources {

        @Bean
        DataSource orders() {
            return h2("orders");
        }

        @Bean
        DataSource customers() {
            return h2("customers");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoLeafDataSources {

        @Bean
        @LeafDataSource
        DataSource orders() {
            return h2("orders");
        }

        @Bean
        @LeafDataSource
        DataSource customers() {
            return h2("customers");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Routing {

        @Bean
        DataSource dataSource() {
            AbstractRoutingDataSource dataSource = new AbstractRoutingDataSource() {
                @Override
                protected Object determineCurrentLookupKey() {
                    return "none";
                }
            };
            dataSource.setTargetDataSources(Map.of("tenant", h2("tenant")));
            return dataSource;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OtherColumns {

        @Bean
        DataSource dataSource() throws SQLException {
            DataSource dataSource = h2("other-columns;DB_CLOSE_DELAY=-1");
            try (Connection connection = dataSource.getConnection()) {
                connection.createStatement().execute("CREATE TABLE IF NOT EXISTS leaf_alloc (id BIGINT)");
            }
            return dataSource;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class MyIsamTable {

        @Bean
        DataSource dataSource() {
            TestDatabase database = MariaDb.database().with("leaf_alloc");
            database.jdbc().execute("ALTER TABLE leaf_alloc ENGINE = MyISAM");
            return database.unpooled();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class IgnoredAutoCommit {

        @Bean
        DataSource dataSource() {
            return new DelegatingDataSource(h2("ignored-auto-commit;DB_CLOSE_DELAY=-1")) {
                @Override
                public Connection getConnection() throws SQLException {
                    return deaf(super.getConnection());
                }
            };
        }

        private static Connection deaf(Connection target) {
            return (Connection) Proxy.newProxyInstance(
                    Connection.class.getClassLoader(),
                    new Class<?>[] {Connection.class},
                    (proxy, method, arguments) -> {
                        if (List.of("setAutoCommit", "commit", "rollback").contains(method.getName())) {
                            return null;
                        }
                        if (method.getName().equals("getAutoCommit")) {
                            return false;
                        }
                        try {
                            return method.invoke(target, arguments);
                        } catch (InvocationTargetException ex) {
                            throw ex.getTargetException();
                        }
                    });
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ReadOnly {

        @Bean
        DataSource dataSource() throws SQLException {
            // Without an end: as soon as no connection is left, H2 begins anew and makes the next user its
            // administrator.
            try (Connection admin = h2("read-only;DB_CLOSE_DELAY=-1").getConnection()) {
                admin.createStatement().execute("CREATE USER IF NOT EXISTS reader PASSWORD 'reader'");
            }
            return new DelegatingDataSource(h2("read-only")) {
                @Override
                public Connection getConnection() throws SQLException {
                    return obtainTargetDataSource().getConnection("reader", "reader");
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Hanging {

        @Bean
        DataSource dataSource() {
            return new DelegatingDataSource(h2("hanging")) {
                @Override
                public Connection getConnection() throws SQLException {
                    try {
                        if (!new CountDownLatch(1).await(2, TimeUnit.SECONDS)) {
                            throw new SQLException("no answer");
                        }
                    } catch (InterruptedException ex) {
                        Thread.currentThread().interrupt();
                    }
                    return super.getConnection();
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class UnknownDatabase {

        @Bean
        DataSource dataSource() {
            return new DelegatingDataSource(h2("unknown")) {
                @Override
                public Connection getConnection() throws SQLException {
                    return renamed(Connection.class, super.getConnection());
                }
            };
        }

        private static <T> T renamed(Class<T> type, T target) {
            return type.cast(Proxy.newProxyInstance(
                    type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                        if (method.getName().equals("getDatabaseProductName")) {
                            return "Oracle";
                        }
                        try {
                            Object result = method.invoke(target, arguments);
                            return (result instanceof DatabaseMetaData metaData)
                                    ? renamed(DatabaseMetaData.class, metaData)
                                    : result;
                        } catch (InvocationTargetException ex) {
                            throw ex.getTargetException();
                        }
                    }));
        }
    }
}
