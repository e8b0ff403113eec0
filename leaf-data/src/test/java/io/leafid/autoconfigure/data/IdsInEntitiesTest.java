package io.leafid.autoconfigure.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.autoconfigure.LeafSnowflakeAutoConfiguration;
import io.leafid.data.LeafId;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;

/** Entities get their ids by {@code @LeafId}, however and whenever the tables are made. */
class IdsInEntitiesTest {

    private final String database = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

    private ApplicationContextRunner application() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        DataSourceInitializationAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        HibernateJpaAutoConfiguration.class,
                        LeafAutoConfiguration.class,
                        LeafSegmentAutoConfiguration.class,
                        LeafSnowflakeAutoConfiguration.class))
                .withUserConfiguration(Entities.class)
                .withPropertyValues(
                        "spring.datasource.url=" + database,
                        "spring.jpa.hibernate.ddl-auto=create",
                        "leaf.name=entities",
                        "leaf.segment.enabled=true",
                        "leaf.segment.preload-recent=false",
                        "leaf.segment.auto-create.enabled=true");
    }

    @Test
    void entitiesGetIdsWhenScriptsRunFirst() {
        application().run(context -> assertThat(idOfNew(context)).isEqualTo(1));
    }

    /** Then the store waits for the scripts, these for the entities, and those for the generator of ids. */
    @Test
    void entitiesGetIdsWhenScriptsRunAfterHibernateHasMadeTheTables() {
        application()
                .withPropertyValues("spring.jpa.defer-datasource-initialization=true")
                .run(context -> assertThat(idOfNew(context)).isEqualTo(1));
    }

    @Test
    void tableThatADeferredScriptMakesIsThereWhenTheGeneratorStarts() {
        application()
                .withPropertyValues(
                        "spring.jpa.defer-datasource-initialization=true",
                        "spring.sql.init.mode=always",
                        "spring.sql.init.schema-locations=classpath:deferred-schema.sql",
                        "leaf.segment.auto-create.enabled=false",
                        "leaf.tags.order.preload=true",
                        "leaf.jdbc.initialize-schema=never")
                .run(context -> assertThat(idOfNew(context)).isEqualTo(5_000));
    }

    @Test
    void workerIdIsLeasedFromATableWhenScriptsAreDeferred() {
        application()
                .withPropertyValues(
                        "spring.jpa.defer-datasource-initialization=true",
                        "leaf.segment.enabled=false",
                        "leaf.snowflake.enabled=true",
                        "leaf.snowflake.mode=mysql",
                        "leaf.snowflake.host=entities",
                        "leaf.snowflake.port=1",
                        "leaf.snowflake.state-directory=target/leaf-entities-" + UUID.randomUUID())
                .run(context -> assertThat(idOfNew(context)).isPositive());
    }

    private static long idOfNew(AssertableApplicationContext context) {
        assertThat(context).hasNotFailed();
        return context.getBean(EntityManagerFactory.class).callInTransaction(entities -> {
            Order order = new Order();
            entities.persist(order);
            return order.id;
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Entities {

        @Bean
        PersistenceManagedTypes types() {
            return PersistenceManagedTypes.of(Order.class.getName());
        }
    }

    @Entity
    @Table(name = "orders")
    static class Order {

        @Id
        @LeafId("order")
        long id;
    }
}
