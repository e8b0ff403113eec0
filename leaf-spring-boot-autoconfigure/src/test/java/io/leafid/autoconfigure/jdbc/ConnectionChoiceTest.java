package io.leafid.autoconfigure.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.druid.pool.DruidDataSource;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import com.zaxxer.hikari.util.Credentials;
import io.leafid.IdGenerator;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafDataSource;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.jdbc.SqlDialect;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.testing.CapturedLog;
import io.leafid.testing.MariaDb;
import io.leafid.testing.Postgres;
import io.leafid.testing.TestDatabase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.commons.dbcp2.BasicDataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.Lifecycle;
import org.springframework.jdbc.core.JdbcTemplate;
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

    private static DataSource chosen(AssertableApplicationContext context) {
        assertThat(context).hasNotFailed();
        return context.getBean(ChosenDatabase.class).dataSource();
    }

    static Stream<Supplier<DataSource>> hikariPools() {
        return Stream.of(
                () -> TestDatabase.h2().pool(1),
                () -> new LazyConnectionDataSourceProxy(TestDatabase.h2().pool(1)),
                () -> new TransactionAwareDataSourceProxy(
                        new LazyConnectionDataSourceProxy(TestDatabase.h2().pool(1))),
                () -> (DataSource) new ProxyFactory(TestDatabase.h2().pool(1)).getProxy());
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
    @MethodSource("hikariPools")
    void callerThatHoldsTheOnlyConnectionIsServed(Supplier<DataSource> dataSource) {
        with(dataSource).run(context -> {
            try (Connection held = context.getBean(DataSource.class).getConnection()) {
                held.createStatement().execute("SELECT 1");
                assertThat(context.getBean(IdGenerator.class).nextId("order")).isEqualTo(1);
            }
            assertThat(chosen(context)).isInstanceOf(OwnConnectionPool.class);
        });
    }

    private static DataSource routing(Supplier<Object> key, Map<Object, Object> targets) {
        AbstractRoutingDataSource routing = new AbstractRoutingDataSource() {
            @Override
            protected Object determineCurrentLookupKey() {
                return key.get();
            }
        };
        routing.setTargetDataSources(targets);
        routing.afterPropertiesSet();
        return routing;
    }

    /** Leaf would be granted the same ids by two of its databases. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void dataSourceThatChoosesBetweenDatabasesStopsTheStart(boolean isProxied) {
        DataSource routing =
                routing(() -> "only", Map.of("only", TestDatabase.h2().pool(1)));
        with(() -> isProxied ? new LazyConnectionDataSourceProxy(routing) : routing)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(LeafStartException.class)
                        .extracting(ex -> ((LeafStartException) ex).action())
                        .asString()
                        .contains("@LeafDataSource", "leaf.jdbc.url"));
    }

    /** Seen with a tenant's key: threads of Leaf inherited it, and 346 of 1 509 ids came twice. */
    @Test
    void routeOfACallersThreadLeadsNoAllocationAstray() {
        TestDatabase tenant = TestDatabase.h2();
        InheritableThreadLocal<String> route = new InheritableThreadLocal<>();
        Map<Object, Object> targets = Map.of("usual", database.unpooled(), "tenant", tenant.unpooled());
        LEAF.withBean("marked", RoutingForLeaf.class, () -> new RoutingForLeaf(route, targets))
                .run(context -> {
                    IdGenerator ids = context.getBean(IdGenerator.class);
                    route.set("tenant");
                    try {
                        assertThat(ids.nextIds("order", 1_000)).startsWith(1).endsWith(1_000);
                    } finally {
                        route.remove();
                    }
                    assertThat(tenant.jdbc().queryForList("SHOW TABLES")).isEmpty();
                });
    }

    @LeafDataSource
    private static final class RoutingForLeaf extends AbstractRoutingDataSource {

        private final InheritableThreadLocal<String> route;

        RoutingForLeaf(InheritableThreadLocal<String> route, Map<Object, Object> targets) {
            this.route = route;
            setTargetDataSources(targets);
        }

        @Override
        protected Object determineCurrentLookupKey() {
            return Objects.requireNonNullElse(route.get(), "usual");
        }
    }

    static Stream<Supplier<DataSource>> otherPools() {
        return Stream.of(ConnectionChoiceTest::plainDbcp, ConnectionChoiceTest::druid);
    }

    private static DruidDataSource druid() {
        DruidDataSource pool = new DruidDataSource();
        pool.setUrl(TestDatabase.h2().url());
        pool.setUsername("sa");
        return pool;
    }

    @ParameterizedTest
    @MethodSource("otherPools")
    void poolOfAnotherKindIsSharedWhichOneLineSays(Supplier<DataSource> dataSource) {
        try (CapturedLog log = new CapturedLog(ConnectionChoice.class.getName())) {
            with(dataSource).run(context -> {
                assertThat(chosen(context)).isSameAs(context.getBean("application"));
                assertThat(context.getBean(IdGenerator.class).nextId("order")).isEqualTo(1);
            });
            assertThat(log.messages())
                    .singleElement()
                    .asString()
                    .contains("shares the connections", "leaf.jdbc.url", "@LeafDataSource");
        }
    }

    static Stream<Supplier<DataSource>> allOtherPools() {
        return Stream.concat(
                otherPools(),
                Stream.of(() ->
                        routing(() -> "only", Map.of("only", TestDatabase.h2().pool(1)))));
    }

    @ParameterizedTest
    @MethodSource("allOtherPools")
    void databaseOfItsOwnMakesAnyDataSourceOfTheApplicationDo(Supplier<DataSource> dataSource) {
        with(dataSource)
                .withPropertyValues("leaf.jdbc.url=" + database.url(), "leaf.jdbc.username=sa")
                .run(context -> {
                    assertThat(context.getBean(IdGenerator.class).nextId("order"))
                            .isEqualTo(1);
                    assertThat(database.jdbc().queryForList("SELECT biz_tag FROM leaf_alloc"))
                            .hasSize(1);
                });
    }

    /** It carries what Boot was told, and not what is set for that pool alone. */
    @Test
    void poolOfAnotherKindThatBootHasMadeIsNotShared() {
        LEAF.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class))
                .withPropertyValues(
                        "spring.datasource.url=" + database.url(),
                        "spring.datasource.username=sa",
                        "spring.datasource.type=" + BasicDataSource.class.getName())
                .run(context -> {
                    assertThat(context.getBean(DataSource.class)).isInstanceOf(BasicDataSource.class);
                    assertThat(chosen(context)).isInstanceOf(OwnConnectionPool.class);
                    assertThat(context.getBean(IdGenerator.class).nextId("order"))
                            .isEqualTo(1);
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
                    assertThat(chosen(context)).isSameAs(context.getBean("application"));
                });
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
        return (HikariDataSource) HikariPools.derive(application, Duration.ofSeconds(5));
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

    /** A driver that believes what it was told last would leave each statement in an open transaction. */
    @Test
    void ownPoolCommitsWhateverAnInitSqlHasDone() throws SQLException {
        TestDatabase mariaDb = MariaDb.withConnectorJ(MariaDb.database()).with("leaf_alloc");
        HikariDataSource application = new HikariDataSource();
        application.setJdbcUrl(mariaDb.url() + (mariaDb.url().contains("?") ? "&" : "?") + "useLocalSessionState=true");
        application.setUsername(mariaDb.user());
        application.setPassword(mariaDb.password());
        application.setConnectionInitSql("SET autocommit = 0");
        try (HikariDataSource own = derive(application)) {
            JdbcSegmentStore store = new JdbcSegmentStore(own, SqlDialect.MYSQL, "leaf_alloc", Duration.ofSeconds(30));
            store.create("order", 10, 1);

            assertThat(store.allocate("order", 10, 0).end()).isEqualTo(11);
            assertThat(mariaDb.jdbc().queryForObject("SELECT max_id FROM leaf_alloc", Long.class))
                    .isEqualTo(11);
        }
    }

    /** PgBouncer before 1.21 gives a session to another client, whose statements have the same names. */
    @Test
    void ownPoolKeepsNoStatementsInASessionOfPostgres() throws SQLException {
        TestDatabase postgres = Postgres.database();
        HikariDataSource application = new HikariDataSource();
        application.setJdbcUrl(postgres.url());
        application.setUsername(postgres.user());
        try (HikariDataSource own = derive(application);
                Connection connection = own.getConnection();
                PreparedStatement statement = connection.prepareStatement("SELECT 1")) {
            for (int i = 0; i < 10; i++) {
                statement.execute();
            }
            try (ResultSet kept = connection.createStatement().executeQuery("SELECT * FROM pg_prepared_statements")) {
                assertThat(kept.next()).isFalse();
            }
        }
    }
}
