package io.leafid.autoconfigure.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import com.zaxxer.hikari.util.Credentials;
import io.leafid.IdGenerator;
import io.leafid.SegmentUnavailableException;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafDataSource;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.testing.TestDatabase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.commons.dbcp2.BasicDataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.Lifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/** Whose connections Leaf uses, and that its own are like the application's. */
class ConnectionChoiceTest {

    private static final String LOGIN_TIMEOUT = "DriverManager.loginTimeout";

    private static final ApplicationContextRunner LEAF = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(LeafAutoConfiguration.class, LeafSegmentAutoConfiguration.class))
            .withPropertyValues(
                    "leaf.segment.enabled=true",
                    "leaf.segment.auto-create.enabled=true",
                    "leaf.segment.wait-timeout=60s",
                    "leaf.jdbc.initialize-schema=always");

    private final TestDatabase database = TestDatabase.h2();

    private static ApplicationContextRunner with(Supplier<? extends DataSource> dataSource) {
        return LEAF.withBean("application", DataSource.class, dataSource::get);
    }

    private HikariDataSource hikari() {
        return database.pool(1);
    }

    private static LeafConnections chosen(AssertableApplicationContext context) {
        assertThat(context).hasNotFailed();
        return context.getBean(ChosenDatabase.class).dataSource();
    }

    static Stream<Supplier<DataSource>> lookedThrough() {
        return Stream.of(
                () -> TestDatabase.h2().pool(1),
                () -> new DelegatingDataSource(TestDatabase.h2().pool(1)),
                () -> new LazyConnectionDataSourceProxy(TestDatabase.h2().pool(1)),
                () -> new TransactionAwareDataSourceProxy(
                        new LazyConnectionDataSourceProxy(TestDatabase.h2().pool(1))),
                () -> (DataSource) new ProxyFactory(TestDatabase.h2().pool(1)).getProxy(),
                ConnectionChoiceTest::plainDbcp);
    }

    private static BasicDataSource plainDbcp() {
        TestDatabase database = TestDatabase.h2();
        BasicDataSource pool = new BasicDataSource();
        pool.setUrl(database.url());
        pool.setUsername(database.user());
        pool.setPassword(database.password());
        pool.setDriverClassName("org.h2.Driver");
        pool.setMaxTotal(1);
        return pool;
    }

    @ParameterizedTest
    @MethodSource("lookedThrough")
    void callerThatHoldsTheOnlyConnectionOfAKnownPoolIsServed(Supplier<DataSource> dataSource) {
        with(dataSource).run(context -> {
            try (Connection held = context.getBean(DataSource.class).getConnection()) {
                held.createStatement().execute("SELECT 1");
                assertThat(context.getBean(IdGenerator.class).nextId("order")).isEqualTo(1);
            }
            assertThat(chosen(context)).isInstanceOf(OwnConnectionPool.class);
        });
    }

    static Stream<Supplier<DataSource>> notDerivable() {
        return Stream.of(
                () -> routing(TestDatabase.h2().pool(1)),
                () -> new LazyConnectionDataSourceProxy(
                        routing(TestDatabase.h2().pool(1))),
                () -> new DelegatingDataSource(TestDatabase.h2().pool(1)) {
                    @Override
                    public Connection getConnection() throws SQLException {
                        return super.getConnection(); // who knows what else it does
                    }
                },
                () -> new HikariDataSource(TestDatabase.h2().pool(1)) {
                    @Override
                    public Connection getConnection() throws SQLException {
                        return super.getConnection();
                    }
                },
                () -> {
                    BasicDataSource pool = plainDbcp();
                    pool.setConnectionInitSqls(List.of("SET TIME ZONE 'UTC'"));
                    return pool;
                },
                () -> {
                    BasicDataSource pool = plainDbcp();
                    pool.setConnectionProperties("LOCK_TIMEOUT=2000"); // as a schema or TLS would be
                    return pool;
                });
    }

    private static DataSource routing(DataSource target) {
        AbstractRoutingDataSource routing = new AbstractRoutingDataSource() {
            @Override
            protected Object determineCurrentLookupKey() {
                return "only";
            }
        };
        routing.setTargetDataSources(Map.of("only", target));
        routing.afterPropertiesSet();
        return routing;
    }

    @ParameterizedTest
    @MethodSource("notDerivable")
    @Execution(ExecutionMode.CONCURRENT) // each of them waits for seconds
    @ResourceLock(value = LOGIN_TIMEOUT, mode = ResourceAccessMode.READ)
    void connectionsAreSharedWhereNoneCanBeDerivedAndTheErrorSaysWhatToDo(Supplier<DataSource> dataSource) {
        with(dataSource).withPropertyValues("leaf.segment.wait-timeout=3s").run(context -> {
            assertThat(chosen(context)).isInstanceOf(SharedConnections.class);
            IdGenerator ids = context.getBean(IdGenerator.class);
            try (Connection held = context.getBean(DataSource.class).getConnection()) {
                held.createStatement().execute("SELECT 1"); // a lazy one is held from here
                // a caller of a busy machine may give up before it has heard of the connections
                await().untilAsserted(() -> assertThatExceptionOfType(SegmentUnavailableException.class)
                        .isThrownBy(() -> ids.nextId("order"))
                        .withMessageContainingAll("no connection", "leaf.jdbc.connection", "leaf.jdbc.url"));
            }
            await().ignoreException(SegmentUnavailableException.class)
                    .untilAsserted(() -> assertThat(ids.nextId("order")).isPositive());
        });
    }

    @Test
    void embeddedDatabaseIsUsedAsItIs() {
        with(() -> new EmbeddedDatabaseBuilder()
                        .setType(EmbeddedDatabaseType.H2)
                        .generateUniqueName(true)
                        .build())
                .run(context -> {
                    assertThat(context.getBean(IdGenerator.class).nextId("order"))
                            .isEqualTo(1);
                    assertThat(chosen(context)).isInstanceOf(SharedConnections.class);
                });
    }

    @Test
    void databaseThatEachConnectionHasOfItsOwnIsShared() {
        with(() -> {
                    HikariConfig config = new HikariConfig();
                    config.setJdbcUrl("jdbc:h2:mem:");
                    config.setMaximumPoolSize(1);
                    return new HikariDataSource(config);
                })
                .run(context -> {
                    assertThat(context.getBean(IdGenerator.class).nextId("order"))
                            .isEqualTo(1);
                    assertThat(new JdbcTemplate(context.getBean(DataSource.class))
                                    .queryForObject("SELECT COUNT(*) FROM leaf_alloc", Integer.class))
                            .isEqualTo(1);
                });
    }

    @Test
    void withoutHikariAConnectionIsOpenedForEachAllocation() {
        with(ConnectionChoiceTest::plainDbcp)
                .withClassLoader(new FilteredClassLoader("com.zaxxer"))
                .run(context -> assertThat(context.getBean(IdGenerator.class).nextId("order"))
                        .isEqualTo(1));
    }

    @Test
    void markedDataSourceThatTheApplicationCannotFindIsLeafsAlone() {
        LEAF.withUserConfiguration(ForLeafAlone.class)
                .run(context -> assertThat(chosen(context)).isInstanceOf(SharedConnections.class));
        LEAF.withUserConfiguration(ForAll.class)
                .run(context -> assertThat(chosen(context)).isInstanceOf(OwnConnectionPool.class));
    }

    @Test
    void ownPoolCarriesWhatTheApplicationsIsConfiguredWith() throws SQLException {
        HikariDataSource application = notStarted();
        application.setPoolName("orders");
        application.setMinimumIdle(1);
        database.jdbc().execute("CREATE SCHEMA shop");
        application.setConnectionInitSql("SET @by_init = 7");
        application.setSchema("SHOP");
        application.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
        application.addDataSourceProperty("MODE", "MariaDB");
        application.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(new SimpleMeterRegistry()));
        application.setRegisterMbeans(true);
        application.setLeakDetectionThreshold(2_000);

        try (HikariDataSource own = derive(application);
                Connection connection = own.getConnection()) {
            assertThat(connection.getSchema()).isEqualTo("SHOP");
            assertThat(new JdbcTemplate(own).queryForObject("SELECT @by_init", Integer.class))
                    .isEqualTo(7);
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
            assertThat(own.getDataSourceProperties()).containsEntry("MODE", "MariaDB");
            assertThat(own.getPoolName()).isEqualTo("leaf");
            assertThat(own.getMaximumPoolSize()).isEqualTo(2);
            assertThat(own.getMinimumIdle()).isEqualTo(1);
            assertThat(own.getMetricsTrackerFactory()).isNull();
            assertThat(own.isRegisterMbeans()).isFalse();
            assertThat(own.getLeakDetectionThreshold()).isZero();
            assertThat(application.isRunning())
                    .as("nothing was opened for the application")
                    .isFalse();
        }
        application.close();
    }

    @Test
    void ownPoolUsesTheDataSourceThatTheApplicationsOpensConnectionsWith() throws SQLException {
        JdbcDataSource driver = new JdbcDataSource();
        driver.setURL(database.url());
        HikariDataSource application = new HikariDataSource();
        application.setDataSource(driver);
        try (HikariDataSource own = derive(application);
                Connection connection = own.getConnection()) {
            assertThat(connection.getMetaData().getURL())
                    .isEqualTo(database.url().replaceFirst(";.*", ""));
        }
        HikariDataSource byClass = new HikariDataSource();
        byClass.setConnectionTimeout(30_000);
        byClass.setDataSourceClassName(JdbcDataSource.class.getName());
        byClass.addDataSourceProperty("url", database.url());
        try (HikariDataSource own = derive(byClass);
                Connection connection = own.getConnection()) {
            assertThat(connection.getMetaData().getURL())
                    .isEqualTo(database.url().replaceFirst(";.*", ""));
        }
    }

    /** It belongs to the whole process: the application's slow database would become unreachable. */
    @Test
    @ResourceLock(LOGIN_TIMEOUT)
    void ownPoolDoesNotShortenTheTimeInWhichTheApplicationMayConnect() throws SQLException {
        HikariDataSource application = hikari();
        DriverManager.setLoginTimeout(30);
        try (HikariDataSource own = derive(application);
                Connection connection = own.getConnection()) {
            assertThat(connection.isValid(1)).isTrue();
            assertThat(DriverManager.getLoginTimeout()).isEqualTo(30);
        } finally {
            DriverManager.setLoginTimeout(0);
        }
    }

    @Test
    void ownPoolFollowsCredentialsThatChange() throws SQLException {
        HikariDataSource application = hikari();
        try (HikariDataSource own = derive(application)) {
            own.getConnection().close();
            database.jdbc().execute("CREATE USER rotated PASSWORD 'new' ADMIN");
            application.getHikariConfigMXBean().setCredentials(Credentials.of("rotated", "new"));
            Objects.requireNonNull(own.getHikariPoolMXBean()).softEvictConnections();

            assertThat(userOf(own)).isEqualTo("ROTATED");
        }
        application.close();
    }

    @Test
    void ownPoolAsksTheApplicationsCredentialsProvider() throws SQLException {
        database.jdbc().execute("CREATE USER provided PASSWORD 'token' ADMIN");
        AtomicReference<Credentials> provided = new AtomicReference<>(Credentials.of("provided", "token"));
        HikariDataSource application = notStarted();
        application.setCredentialsProvider(provided::get);
        try (HikariDataSource own = derive(application)) {
            assertThat(userOf(own)).isEqualTo("PROVIDED");
            provided.set(Credentials.of("sa", ""));
            Objects.requireNonNull(own.getHikariPoolMXBean()).softEvictConnections();
            assertThat(userOf(own)).isEqualTo("SA");
        }
    }

    private HikariDataSource notStarted() {
        HikariDataSource application = new HikariDataSource();
        application.setJdbcUrl(database.url());
        application.setUsername(database.user());
        application.setPassword(database.password());
        return application;
    }

    private static String userOf(DataSource dataSource) {
        return Objects.requireNonNull(new JdbcTemplate(dataSource).queryForObject("SELECT CURRENT_USER", String.class));
    }

    private static HikariDataSource derive(HikariDataSource application) {
        return (HikariDataSource) HikariDerivation.derive(application, java.time.Duration.ofSeconds(5));
    }

    @Test
    void ownConnectionsEndWithTheContextAndWhenItIsStoppedButAreBackWhenNeeded() {
        with(this::hikari).run(context -> {
            context.getBean(IdGenerator.class).nextId("order");
            assertThat(sessions()).isGreaterThanOrEqualTo(2);
            context.getBean("leafConnectionsLifecycle", Lifecycle.class).stop();
            context.getBean("application", HikariDataSource.class).getHikariPoolMXBean();
            assertThat(sessions())
                    .as("that of this query, and the application's if it has one")
                    .isLessThanOrEqualTo(2);
            try (Connection again = chosen(context).getConnection()) {
                assertThat(again.isValid(1)).isTrue();
            }
        });
        assertThat(sessions()).as("that of this query").isEqualTo(1);
    }

    private int sessions() {
        return Objects.requireNonNull(
                database.jdbc().queryForObject("SELECT COUNT(*) FROM INFORMATION_SCHEMA.SESSIONS", Integer.class));
    }

    @Configuration(proxyBeanMethods = false)
    static class ForLeafAlone {

        @Bean(defaultCandidate = false)
        @LeafDataSource
        DataSource ids() {
            return TestDatabase.h2().pool(2);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ForAll {

        @Bean
        @LeafDataSource
        DataSource ids() {
            return TestDatabase.h2().pool(2);
        }
    }
}
