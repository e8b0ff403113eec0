package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.data.LeafId;
import io.leafid.testing.TestDatabase;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

/** Entities get their ids by {@code @LeafId}, however and whenever the tables are made. */
class IdsInEntitiesTest {

    private final TestDatabase database = TestDatabase.h2();

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
                        "spring.datasource.url=" + database.url(),
                        "spring.datasource.username=" + database.user(),
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
                        "spring.sql.init.schema-locations=classpath:io/leafid/autoconfigure/deferred-schema.sql",
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
                        "leaf.snowflake.state-directory=target/leaf-entities-" + database.hashCode())
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
    @EntityScan(basePackageClasses = IdsInEntitiesTest.class)
    static class Entities {}

    @Entity
    @Table(name = "orders")
    static class Order {

        @Id
        @LeafId("order")
        long id;
    }
}
