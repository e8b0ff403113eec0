package io.leafid.autoconfigure.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.UnknownTagException;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.data.LeafId;
import io.leafid.data.property.InvalidLeafIdException;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.jdbc.core.mapping.JdbcMappingContext;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;

/** What stops the start, or an insert, where an entity with {@code @LeafId} would get no id. */
class InvalidLeafIdTest {

    private static final String ENGINE = "leaf.segment.enabled=true";

    private final String database = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    LeafAutoConfiguration.class,
                    LeafSegmentAutoConfiguration.class,
                    LeafDataAutoConfiguration.class,
                    DataSourceAutoConfiguration.class))
            .withPropertyValues(
                    "spring.datasource.url=" + database,
                    "spring.jpa.hibernate.ddl-auto=create",
                    "leaf.name=entities",
                    "leaf.segment.preload-recent=false");

    private ApplicationContextRunner entities(Class<?>... types) {
        String[] names = Stream.of(types).map(Class::getName).toArray(String[]::new);
        return runner.withConfiguration(AutoConfigurations.of(
                        DataSourceTransactionManagerAutoConfiguration.class, HibernateJpaAutoConfiguration.class))
                .withBean(PersistenceManagedTypes.class, () -> PersistenceManagedTypes.of(names));
    }

    private ApplicationContextRunner aggregate(Class<?> type) {
        return runner.withBean(JdbcMappingContext.class, () -> {
            JdbcMappingContext context = new JdbcMappingContext();
            context.setInitialEntitySet(Set.of(type));
            return context;
        });
    }

    private static void assertFails(ApplicationContextRunner application, String description) {
        application.run(context -> {
            FailureAnalysis shown = new InvalidLeafIdFailureAnalyzer().analyze(context.getStartupFailure());
            assertThat(shown).isNotNull();
            assertThat(shown.getDescription()).startsWith(InvalidLeafIdTest.class.getName() + "$" + description);
            assertThat(shown.getAction()).isNotEmpty();
        });
    }

    @Test
    void propertyHoldsNoId() {
        String problem = ".id has @LeafId, but is of type int, and an id has 64 bits.";

        assertFails(entities(Narrow.class).withPropertyValues(ENGINE), "Narrow" + problem);
        assertFails(aggregate(NarrowAggregate.class).withPropertyValues(ENGINE), "NarrowAggregate" + problem);
    }

    @Test
    void tagIsNotLegal() {
        assertFails(
                entities(BadTag.class).withPropertyValues(ENGINE),
                "BadTag.id has @LeafId with a tag that is not legal: ' order'.");
    }

    @Test
    void embeddedRecordCannotBeFilled() {
        assertFails(
                entities(Addressed.class, Address.class).withPropertyValues(ENGINE),
                "Address.label has @LeafId, but belongs to a record that is embedded in an entity");
    }

    @Test
    void noEngineIsEnabled() {
        String problem = ".id has @LeafId, but there is no IdGenerator: no engine of Leaf is enabled";

        assertFails(entities(Wide.class), "Wide" + problem);
        assertFails(aggregate(WideAggregate.class), "WideAggregate" + problem);
    }

    @Test
    void tagHasNoRow() {
        entities(Wide.class)
                .withPropertyValues(ENGINE)
                .run(context -> assertThatThrownBy(() -> context.getBean(EntityManagerFactory.class)
                                .runInTransaction(manager -> manager.persist(new Wide())))
                        .isInstanceOf(UnknownTagException.class)
                        .hasMessageStartingWith(Wide.class.getName() + ".id gets its ids from tag 'wide': ")
                        .hasMessageContaining("no row in the segment table"));
    }

    @Test
    void hibernateDoesNotKnowSpring() {
        org.hibernate.cfg.Configuration plain = new org.hibernate.cfg.Configuration()
                .addAnnotatedClass(Wide.class)
                .setProperty("hibernate.connection.url", database);

        try (SessionFactory sessions = plain.buildSessionFactory()) {
            assertThatThrownBy(() -> sessions.inTransaction(session -> session.persist(new Wide())))
                    .isInstanceOf(InvalidLeafIdException.class)
                    .hasMessage(
                            Wide.class.getName() + ".id has @LeafId, but Hibernate does not know Spring's beans."
                                    + " Set the JPA property hibernate.resource.beans.container to a SpringBeanContainer, as Spring Boot does.");
        }
    }

    record NarrowAggregate(
            @org.springframework.data.annotation.Id @LeafId int id) {}

    record WideAggregate(
            @org.springframework.data.annotation.Id @LeafId long id) {}

    @Entity
    static class Narrow {

        @Id
        @LeafId
        int id;
    }

    @Entity
    static class BadTag {

        @Id
        @LeafId(" order")
        long id;
    }

    @Entity
    static class Addressed {

        @Id
        @LeafId
        long id;

        @Embedded
        @Nullable Address address;
    }

    @Embeddable
    record Address(@LeafId("label") @Nullable Long label, String city) {}

    @Entity(name = "Wide")
    static class Wide {

        @Id
        @LeafId
        long id;
    }
}
