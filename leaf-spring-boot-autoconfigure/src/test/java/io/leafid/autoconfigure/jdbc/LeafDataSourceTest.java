package io.leafid.autoconfigure.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.leafid.IdGenerator;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafDataSource;
import io.leafid.autoconfigure.LeafJdbcAutoConfiguration;
import io.leafid.autoconfigure.LeafRoutingAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.PropertySource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** In which database ids are reserved, and that the application's own stays the application's. */
@ExtendWith(OutputCaptureExtension.class)
class LeafDataSourceTest {

    private static final String NO_EFFECT = "leaf.jdbc.url has no effect";

    private static final ApplicationContextRunner APPLICATION = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DataSourceAutoConfiguration.class,
                    DataSourceInitializationAutoConfiguration.class,
                    DataSourceTransactionManagerAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class,
                    JdbcClientAutoConfiguration.class));

    private static final AutoConfigurations LEAF = AutoConfigurations.of(
            LeafAutoConfiguration.class,
            LeafJdbcAutoConfiguration.class,
            LeafSegmentAutoConfiguration.class,
            LeafRoutingAutoConfiguration.class);

    private static ApplicationContextRunner leaf() {
        return APPLICATION
                .withConfiguration(LEAF)
                .withPropertyValues(
                        "leaf.segment.enabled=true",
                        "leaf.segment.wait-timeout=60s",
                        "leaf.segment.auto-create.enabled=true",
                        "spring.datasource.url=" + url("application"));
    }

    private static ApplicationContextRunner leafAlone() {
        return new ApplicationContextRunner()
                .withConfiguration(LEAF)
                .withPropertyValues(
                        "leaf.segment.enabled=true",
                        "leaf.segment.wait-timeout=60s",
                        "leaf.segment.auto-create.enabled=true");
    }

    private static String url(String name) {
        return "jdbc:h2:mem:" + name + "-" + UUID.randomUUID();
    }

    @Test
    void applicationDataSourceIsUsedByDefault() {
        leaf().run(context -> {
            assertThat(usedBy(context)).isSameAs(context.getBean(DataSource.class));
            issueOne(context);
            assertThat(hasTable(context.getBean(DataSource.class))).isTrue();
        });
    }

    @Test
    void primaryDataSourceIsUsedAmongSeveral() {
        leafAlone()
                .withUserConfiguration(Primaries.class)
                .run(context -> assertThat(usedBy(context)).isSameAs(context.getBean("customers")));
    }

    @Test
    void qualifiedDataSourceIsUsedAmongSeveral() {
        leafAlone().withUserConfiguration(Primaries.class, Qualified.class).run(context -> {
            assertThat(usedBy(context)).isSameAs(context.getBean("ids"));
            issueOne(context);
            assertThat(hasTable(context.getBean("ids", DataSource.class))).isTrue();
            assertThat(hasTable(context.getBean("customers", DataSource.class))).isFalse();
        });
    }

    @Test
    void jdbcUrlGivesLeafADatabaseOfItsOwn(CapturedOutput output) {
        String url = url("leaf");
        leaf().withPropertyValues("leaf.jdbc.url=" + url).run(context -> {
            assertThat(usedBy(context)).isSameAs(context.getBean("leafDataSource"));
            assertThat(context.getBean(ChosenDatabase.class))
                    .extracting(ChosenDatabase::description, ChosenDatabase::settings)
                    .containsExactly(url, "leaf.jdbc");
            issueOne(context);
            assertThat(hasTable(context.getBean("leafDataSource", DataSource.class)))
                    .isTrue();
            assertThat(hasTable(context.getBean("dataSource", DataSource.class)))
                    .isFalse();
        });
        assertThat(output).doesNotContain(NO_EFFECT);
    }

    /** Also one of the name that the other one would have. */
    @ParameterizedTest
    @ValueSource(classes = {Qualified.class, QualifiedByUsualName.class})
    void qualifiedDataSourceOfTheApplicationReplacesTheOneOfTheUrl(Class<?> qualified, CapturedOutput output) {
        leafAlone()
                .withUserConfiguration(qualified)
                .withPropertyValues("leaf.jdbc.url=" + url("leaf"))
                .run(context -> {
                    assertThat(usedBy(context)).isInstanceOf(JdbcDataSource.class);
                    assertThat(context.getBean(ChosenDatabase.class))
                            .extracting(ChosenDatabase::description, ChosenDatabase::settings)
                            .containsExactly("the DataSource that carries @LeafDataSource", "the DataSource");
                });
        assertThat(output).containsOnlyOnce(NO_EFFECT);
    }

    @Test
    void oldNamesOfTheUrlGiveLeafADatabaseOfItsOwn() {
        leaf().withPropertyValues(
                        "leaf.segment.url=" + url("leaf"), "leaf.segment.username=sa", "leaf.segment.password=secret")
                .run(context -> {
                    HikariDataSource own = context.getBean("leafDataSource", HikariDataSource.class);
                    assertThat(usedBy(context)).isSameAs(own);
                    assertThat(own.getUsername()).isEqualTo("sa");
                    assertThat(own.getPassword()).isEqualTo("secret");
                });
    }

    @Test
    void ownPoolIsSmallAndGivesUpWhenAnAllocationDoes() {
        leaf().withPropertyValues("leaf.jdbc.url=" + url("leaf"), "leaf.segment.load-timeout=2s")
                .run(context -> {
                    HikariDataSource own = context.getBean("leafDataSource", HikariDataSource.class);
                    assertThat(own.getPoolName()).isEqualTo("leaf");
                    assertThat(own.getMaximumPoolSize()).isEqualTo(4);
                    assertThat(own.getMinimumIdle()).isEqualTo(1);
                    assertThat(own.getConnectionTimeout()).isEqualTo(1000);
                });
    }

    @Test
    void ownDatabaseNeedsNoPool() {
        leafAlone()
                .withClassLoader(new FilteredClassLoader("com.zaxxer", "org.apache.commons.dbcp2"))
                .withPropertyValues("leaf.jdbc.url=" + url("leaf") + ";DB_CLOSE_DELAY=-1")
                .run(context -> {
                    assertThat(context.getBean("leafDataSource")).isInstanceOf(SimpleDriverDataSource.class);
                    issueOne(context);
                });
    }

    @Test
    void ownDatabaseIsNoCandidateForTheApplication() {
        leaf().withPropertyValues("leaf.jdbc.url=" + url("leaf")).run(context -> {
            assertThat(context.getBeanProvider(DataSource.class).getObject()).isSameAs(context.getBean("dataSource"));
            assertThat(context.getBean(JdbcTemplate.class).getDataSource()).isSameAs(context.getBean("dataSource"));
        });
    }

    @Test
    void applicationKeepsExactlyTheBeansThatItHasWithoutLeaf() {
        List<String> without = new ArrayList<>();
        APPLICATION
                .withPropertyValues("spring.datasource.url=" + url("application"))
                .run(context -> without.addAll(databaseBeans(context)));
        assertThat(without).contains("dataSource", "jdbcTemplate", "transactionManager");

        leaf().run(context -> assertThat(databaseBeans(context)).isEqualTo(without));
        leaf().withPropertyValues("leaf.jdbc.url=" + url("leaf"))
                .run(context -> assertThat(databaseBeans(context)).isEqualTo(without));
    }

    private static List<String> databaseBeans(AssertableApplicationContext context) {
        return Stream.of(DataSource.class, JdbcTemplate.class, TransactionManager.class)
                .flatMap(type -> Arrays.stream(context.getBeanNamesForType(type)))
                .filter(name -> !name.equals("leafDataSource"))
                .toList();
    }

    private static ApplicationContextRunner withoutEmbeddedDatabase(ApplicationContextRunner runner) {
        return runner.withClassLoader(new FilteredClassLoader("org.h2"));
    }

    /** With JMX, Boot exports the pool too. */
    @ParameterizedTest
    @ValueSource(strings = {"spring.jmx.enabled=false", "spring.jmx.enabled=true"})
    void poolOnTheClassPathDoesNotKeepAnApplicationWithoutDatabaseFromStarting(String jmx) {
        withoutEmbeddedDatabase(APPLICATION).run(context -> assertThat(context).hasFailed());

        withoutEmbeddedDatabase(onlyLeafHasADatabase()).withPropertyValues(jmx).run(context -> {
            issueOne(context);
            assertThat(context)
                    .hasBean("leafDataSource")
                    .doesNotHaveBean("dataSource")
                    .doesNotHaveBean(JdbcTemplate.class)
                    .doesNotHaveBean(TransactionManager.class);
        });
    }

    /** The starter brings JDBC, and these ids need none. */
    @ParameterizedTest
    @CsvSource({
        "leaf.snowflake.mode=local, spring.jmx.enabled=false",
        "leaf.snowflake.mode=local, spring.jmx.enabled=true",
        "leaf.snowflake.mode=zk_recycle, spring.jmx.enabled=false",
        "leaf.snowflake.mode=zk_recycle, spring.jmx.enabled=true"
    })
    void poolOnTheClassPathDoesNotKeepAnApplicationWithWorkerIdsFromElsewhereFromStarting(String mode, String jmx) {
        ApplicationContextRunner snowflake = withoutEmbeddedDatabase(APPLICATION)
                .withConfiguration(AutoConfigurations.of(LeafAutoConfiguration.class, LeafJdbcAutoConfiguration.class))
                .withPropertyValues("leaf.snowflake.enabled=true");

        snowflake
                .withPropertyValues(mode, jmx)
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(DataSource.class));
        snowflake
                .withPropertyValues("leaf.snowflake.mode=mysql")
                .run(context -> assertThat(context).hasFailed());
        snowflake
                .withPropertyValues(mode, "leaf.segment.enabled=true")
                .run(context -> assertThat(context).hasFailed());
    }

    /** As a source of secrets. */
    @Test
    void urlOfTheApplicationCountsThoughItsSourceTellsNoNames() {
        PropertySource<?> silent = new PropertySource<>("silent", new Object()) {
            @Override
            public @Nullable Object getProperty(String name) {
                return name.equals("spring.datasource.url") ? "jdbc:sqlite::memory:" : null;
            }
        };
        withoutEmbeddedDatabase(onlyLeafHasADatabase())
                .withInitializer(
                        context -> context.getEnvironment().getPropertySources().addLast(silent))
                .run(context -> assertThat(context).hasBean("dataSource"));
    }

    @Test
    void embeddedDatabaseOfTheApplicationIsLeftAlone() {
        onlyLeafHasADatabase()
                .run(context -> assertThat(context).hasBean("leafDataSource").hasBean("dataSource"));
    }

    @Test
    void unfinishedDataSourceOfTheApplicationIsStillReported() {
        withoutEmbeddedDatabase(onlyLeafHasADatabase())
                .withPropertyValues("spring.datasource.username=shop")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("Failed to determine a suitable driver class"));
    }

    @Test
    void connectionDetailsOfTheApplicationAreObeyed() {
        withoutEmbeddedDatabase(onlyLeafHasADatabase())
                .withUserConfiguration(Details.class)
                .run(context ->
                        assertThat(context).hasNotFailed().hasBean("dataSource").hasBean("leafDataSource"));
    }

    private static ApplicationContextRunner onlyLeafHasADatabase() {
        return APPLICATION
                .withConfiguration(LEAF)
                .withPropertyValues(
                        "leaf.segment.enabled=true",
                        "leaf.segment.wait-timeout=60s",
                        "leaf.segment.auto-create.enabled=true",
                        "leaf.jdbc.initialize-schema=always",
                        "leaf.jdbc.url=" + url("leaf"));
    }

    @Test
    void transactionOfTheApplicationDoesNotTakeIdsBack() {
        leaf().run(context -> {
            IdGenerator ids = context.getBean(IdGenerator.class);
            var transactions = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            long inside = Objects.requireNonNull(transactions.<Long>execute(status -> {
                status.setRollbackOnly();
                return ids.nextId("order");
            }));
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            assertThat(jdbc.queryForObject("SELECT max_id FROM leaf_alloc WHERE biz_tag = 'order'", Long.class))
                    .isGreaterThan(inside);
        });
    }

    private static void issueOne(AssertableApplicationContext context) {
        assertThat(context.getBean(IdGenerator.class).nextId("order")).isEqualTo(1);
    }

    private static DataSource usedBy(AssertableApplicationContext context) {
        assertThat(context).hasNotFailed();
        return context.getBean(ChosenDatabase.class).source();
    }

    private static boolean hasTable(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                var tables = connection.getMetaData().getTables(null, null, "LEAF_ALLOC", null)) {
            return tables.next();
        }
    }

    private static DataSource h2(String name) {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL(url(name) + ";DB_CLOSE_DELAY=-1");
        return dataSource;
    }

    @Configuration(proxyBeanMethods = false)
    static class Primaries {

        @Bean
        DataSource orders() {
            return h2("orders");
        }

        @Bean
        @Primary
        DataSource customers() {
            return h2("customers");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Qualified {

        @Bean(defaultCandidate = false)
        @LeafDataSource
        DataSource ids() {
            return h2("ids");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class QualifiedByUsualName {

        @Bean
        @LeafDataSource
        DataSource leafDataSource() {
            return h2("ids");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Details {

        @Bean
        JdbcConnectionDetails details() {
            String url = url("details");
            return new JdbcConnectionDetails() {
                @Override
                public String getUsername() {
                    return "sa";
                }

                @Override
                public String getPassword() {
                    return "";
                }

                @Override
                public String getJdbcUrl() {
                    return url;
                }
            };
        }
    }
}
