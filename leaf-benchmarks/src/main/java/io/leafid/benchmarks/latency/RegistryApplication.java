package io.leafid.benchmarks.latency;

import io.leafid.IdGenerator;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** An application with snowflake ids whose registry, a table in memory, can be taken away. */
final class RegistryApplication implements AutoCloseable {

    private final ConfigurableApplicationContext context = new SpringApplicationBuilder(Configuration.class)
            .web(WebApplicationType.NONE)
            .properties(
                    "leaf.segment.enabled=false",
                    "leaf.snowflake.enabled=true",
                    "leaf.snowflake.mode=mysql",
                    "leaf.jdbc.initialize-schema=embedded",
                    "leaf.jdbc.connection=shared",
                    "spring.main.banner-mode=off")
            .run();

    LongSupplier ids() {
        IdGenerator generator = context.getBean(IdGenerator.class);
        return () -> generator.nextId("order");
    }

    void takeRegistryAway() {
        context.getBean(Registry.class).isAway = true;
    }

    void bringRegistryBack() {
        context.getBean(Registry.class).isAway = false;
    }

    @Override
    public void close() {
        context.close();
    }

    /** The connections to the registry. */
    private static final class Registry extends DelegatingDataSource {

        private volatile boolean isAway;

        Registry(DataSource database) {
            super(database);
        }

        @Override
        public Connection getConnection() throws SQLException {
            if (isAway) {
                throw new SQLException("the registry is unavailable", "08001");
            }
            return super.getConnection();
        }
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Configuration {

        @Bean
        Registry dataSource() {
            return new Registry(new DriverManagerDataSource("jdbc:h2:mem:registry;DB_CLOSE_DELAY=-1"));
        }
    }
}
