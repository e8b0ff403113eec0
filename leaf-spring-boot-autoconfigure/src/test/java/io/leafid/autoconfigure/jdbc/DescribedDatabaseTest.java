package io.leafid.autoconfigure.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafDataSource;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.autoconfigure.LeafSnowflakeAutoConfiguration;
import io.leafid.snowflake.SnowflakeIdGenerator;
import java.nio.file.Path;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

/** Which database Leaf says that it uses: the one that the DataSource leads to, whatever the settings of Boot's say. */
class DescribedDatabaseTest {

    private static final String ELSEWHERE = "jdbc:mariadb://production:3306/shop";

    private static final String ADDRESS = "jdbc:h2:mem:described";

    private static final ApplicationContextRunner SEGMENTS = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(LeafAutoConfiguration.class, LeafSegmentAutoConfiguration.class))
            .withPropertyValues(
                    "leaf.segment.enabled=true", "leaf.segment.fail-fast=false", "spring.datasource.url=" + ELSEWHERE);

    static Stream<Supplier<DataSource>> dataSources() {
        return Stream.of(() -> hikari(ADDRESS), () -> new LazyConnectionDataSourceProxy(hikari(ADDRESS)));
    }

    /** As with connection details of Testcontainers, beside which the address of operation stands in the settings. */
    @ParameterizedTest
    @MethodSource("dataSources")
    void addressIsThatOfTheDataSource(Supplier<DataSource> dataSource) {
        SEGMENTS.withBean("mine", DataSource.class, dataSource)
                .run(context -> assertThat(context.getBean(ChosenDatabase.class))
                        .extracting(ChosenDatabase::description, ChosenDatabase::settings)
                        .containsExactly("the application's DataSource (" + ADDRESS + ")", "the DataSource"));
    }

    @Test
    void markedDataSourceHasItsAddress() {
        SEGMENTS.withUserConfiguration(Marked.class)
                .withPropertyValues("ids.url=" + ADDRESS)
                .run(context -> assertThat(context.getBean(ChosenDatabase.class).description())
                        .isEqualTo("the DataSource that carries @LeafDataSource (" + ADDRESS + ")"));
    }

    /** The worker id of one table is another instance's in another one. */
    @Test
    void markOfAnotherDatabaseIsNotBelieved(@TempDir Path state) {
        ApplicationContextRunner snowflake = new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(LeafAutoConfiguration.class, LeafSnowflakeAutoConfiguration.class))
                .withUserConfiguration(Marked.class)
                .withPropertyValues(
                        "leaf.snowflake.enabled=true",
                        "leaf.snowflake.mode=mysql",
                        "leaf.snowflake.host=10.0.0.7",
                        "leaf.snowflake.port=8080",
                        "leaf.snowflake.state-directory=" + state);
        snowflake
                .withPropertyValues("ids.url=jdbc:h2:mem:" + UUID.randomUUID())
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(SnowflakeIdGenerator.class));

        snowflake
                .withPropertyValues("ids.url=jdbc:h2:tcp://localhost:1/other", "leaf.segment.load-timeout=1s")
                .run(context -> assertThat(context).hasFailed());
    }

    private static HikariDataSource hikari(String url) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url);
        return pool;
    }

    @Configuration(proxyBeanMethods = false)
    static class Marked {

        @Bean(defaultCandidate = false)
        @LeafDataSource
        DataSource ids(Environment environment) {
            return hikari(environment.getRequiredProperty("ids.url"));
        }
    }
}
