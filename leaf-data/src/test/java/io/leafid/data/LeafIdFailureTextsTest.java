package io.leafid.data;

import static io.leafid.autoconfigure.FailureTexts.application;
import static io.leafid.autoconfigure.FailureTexts.assertFails;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.UnknownTagException;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.autoconfigure.RecordedFailures;
import io.leafid.autoconfigure.data.LeafDataAutoConfiguration;
import io.leafid.data.property.InvalidLeafIdException;
import io.leafid.testing.TestDatabase;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import java.util.Set;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jdbc.core.mapping.JdbcMappingContext;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;

/** What a user reads when an entity with {@code @LeafId} gets no id, word for word. */
class LeafIdFailureTextsTest {

    private final TestDatabase database = TestDatabase.h2();

    @BeforeEach
    @AfterEach
    void forget() {
        RecordedFailures.take();
    }

    private String[] settings(String... more) {
        String[] settings = new String[more.length + 5];
        settings[0] = "--spring.datasource.url=" + database.url();
        settings[1] = "--spring.datasource.username=" + database.user();
        settings[2] = "--spring.jpa.hibernate.ddl-auto=create";
        settings[3] = "--leaf.name=entities";
        settings[4] = "--spring.autoconfigure.exclude="; // which keeps Hibernate out of the other tests
        System.arraycopy(more, 0, settings, 5, more.length);
        return settings;
    }

    @Test
    void propertyOfAnEntityHoldsNoId() {
        assertFails("leaf-id-on-int", application(Jpa.class, Narrow.class), settings("--leaf.segment.enabled=true"));
    }

    @Test
    void propertyOfAnAggregateHoldsNoId() {
        assertFails(
                "leaf-id-on-int-in-aggregate",
                application(Jdbc.class, NarrowAggregates.class),
                settings("--leaf.segment.enabled=true"));
    }

    @Test
    void tagOfAnEntityIsNotLegal() {
        assertFails("leaf-id-bad-tag", application(Jpa.class, BadTag.class), settings("--leaf.segment.enabled=true"));
    }

    @Test
    void tagOfAnEntityIsTooLong() {
        assertFails("leaf-id-long-tag", application(Jpa.class, LongTag.class), settings("--leaf.segment.enabled=true"));
    }

    @Test
    void embeddedRecordCannotBeFilled() {
        assertFails(
                "leaf-id-in-embedded-record",
                application(Jpa.class, EmbeddedRecord.class),
                settings("--leaf.segment.enabled=true"));
    }

    @Test
    void entityWantsIdsAndNoEngineIsEnabled() {
        assertFails("leaf-id-without-engine", application(Jpa.class, Wide.class), settings());
    }

    @Test
    void aggregateWantsIdsAndNoEngineIsEnabled() {
        assertFails("leaf-id-without-engine-in-aggregate", application(Jdbc.class, WideAggregates.class), settings());
    }

    @Test
    void tagOfAnEntityHasNoRow() {
        try (ConfigurableApplicationContext context =
                application(Jpa.class, Wide.class).run(settings("--leaf.segment.enabled=true"))) {
            EntityManagerFactory entities = context.getBean(EntityManagerFactory.class);

            assertThatThrownBy(() -> entities.runInTransaction(manager -> manager.persist(new WideEntity())))
                    .isInstanceOf(UnknownTagException.class)
                    .hasMessageStartingWith(WideEntity.class.getName() + ".id gets its ids from tag 'wide': ")
                    .hasMessageContaining("no row in the segment table");
        }
    }

    @Test
    void hibernateWithoutSpringSaysWhatItNeeds() {
        org.hibernate.cfg.Configuration plain = new org.hibernate.cfg.Configuration()
                .addAnnotatedClass(WideEntity.class)
                .setProperty("hibernate.connection.url", database.url())
                .setProperty("hibernate.connection.username", database.user());

        try (SessionFactory entities = plain.buildSessionFactory()) {
            assertThatThrownBy(() -> entities.inTransaction(session -> session.persist(new WideEntity())))
                    .isInstanceOf(InvalidLeafIdException.class)
                    .hasMessage(WideEntity.class.getName()
                            + ".id has @LeafId, but Hibernate does not know Spring's beans. Set the JPA property"
                            + " hibernate.resource.beans.container to a SpringBeanContainer, as Spring Boot does.");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        LeafAutoConfiguration.class,
        LeafSegmentAutoConfiguration.class,
        LeafDataAutoConfiguration.class,
        DataSourceAutoConfiguration.class,
        DataSourceTransactionManagerAutoConfiguration.class,
        HibernateJpaAutoConfiguration.class
    })
    static class Jpa {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        LeafAutoConfiguration.class,
        LeafSegmentAutoConfiguration.class,
        LeafDataAutoConfiguration.class,
        DataSourceAutoConfiguration.class
    })
    static class Jdbc {}

    @Configuration(proxyBeanMethods = false)
    static class NarrowAggregates {

        @Bean
        JdbcMappingContext aggregates() {
            return knowing(NarrowAggregate.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WideAggregates {

        @Bean
        JdbcMappingContext aggregates() {
            return knowing(WideAggregate.class);
        }
    }

    private static JdbcMappingContext knowing(Class<?> aggregate) {
        JdbcMappingContext context = new JdbcMappingContext();
        context.setInitialEntitySet(Set.of(aggregate));
        return context;
    }

    record NarrowAggregate(
            @org.springframework.data.annotation.Id @LeafId int id) {}

    record WideAggregate(
            @org.springframework.data.annotation.Id @LeafId long id) {}

    @Configuration(proxyBeanMethods = false)
    static class Narrow {

        @Bean
        PersistenceManagedTypes types() {
            return PersistenceManagedTypes.of(NarrowEntity.class.getName());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class BadTag {

        @Bean
        PersistenceManagedTypes types() {
            return PersistenceManagedTypes.of(BadTagEntity.class.getName());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LongTag {

        @Bean
        PersistenceManagedTypes types() {
            return PersistenceManagedTypes.of(LongTagEntity.class.getName());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class EmbeddedRecord {

        @Bean
        PersistenceManagedTypes types() {
            return PersistenceManagedTypes.of(AddressedEntity.class.getName(), Address.class.getName());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Wide {

        @Bean
        PersistenceManagedTypes types() {
            return PersistenceManagedTypes.of(WideEntity.class.getName());
        }
    }

    @Entity
    static class NarrowEntity {

        @Id
        @LeafId
        int id;
    }

    @Entity
    static class BadTagEntity {

        @Id
        @LeafId(" order")
        long id;
    }

    @Entity
    static class LongTagEntity {

        @Id
        @LeafId("order of a customer in a country order of a customer in a co"
                + "untry order of a customer in a country is a tag of 129 characters her")
        long id;
    }

    @Entity
    static class AddressedEntity {

        @Id
        @LeafId
        long id;

        @Embedded
        @Nullable Address address;
    }

    @Embeddable
    record Address(@LeafId("label") @Nullable Long label, String city) {}

    @Entity(name = "Wide")
    static class WideEntity {

        @Id
        @LeafId
        long id;
    }
}
