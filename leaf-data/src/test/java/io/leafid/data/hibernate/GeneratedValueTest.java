package io.leafid.data.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.leafid.data.LeafId;
import io.leafid.test.RecordingIdGenerator;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Version;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;

/** An entity with {@code @LeafId} costs the statements and meets the exceptions of one with {@code @GeneratedValue}. */
class GeneratedValueTest {

    private static final Family GENERATED =
            new Family(GeneratedOrder::new, GeneratedCustomer::new, GeneratedInvoice::new);

    private static final Family LEAF = new Family(LeafOrder::new, LeafCustomer::new, LeafInvoice::new);

    private static ConfigurableApplicationContext application;

    private static EntityManagerFactory entities;

    private static Statements statements;

    @BeforeAll
    static void start() {
        SpringApplication spring = new SpringApplication(Application.class);
        spring.setWebApplicationType(WebApplicationType.NONE);
        application =
                spring.run("--spring.datasource.url=jdbc:h2:mem:generated", "--spring.jpa.hibernate.ddl-auto=create");
        entities = application.getBean(EntityManagerFactory.class);
        statements = application.getBean(Statements.class);
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    /** What a use of entities throws and sends, without the numbers that a sequence gives. */
    private static Outcome outcome(Family family, Consumer<Family> use) {
        statements.forget();
        Throwable failure = catchThrowable(() -> use.accept(family));
        List<String> kinds = statements.sent().stream()
                .filter(sql -> !sql.contains("next value for"))
                .map(sql -> sql.substring(0, sql.indexOf(' ')))
                .toList();
        return new Outcome(failure == null ? "" : failure.getClass().getName(), kinds);
    }

    private static Outcome assertAlike(Consumer<Family> use) {
        Outcome generated = outcome(GENERATED, use);
        assertThat(outcome(LEAF, use)).isEqualTo(generated);
        return generated;
    }

    private static <T> T persisted(T entity) {
        entities.runInTransaction(manager -> manager.persist(entity));
        return entity;
    }

    private static void delete(Object entity) {
        entities.runInTransaction(manager -> manager.remove(manager.merge(entity)));
    }

    @Test
    void newEntitiesThatNameDetachedOnesLookNoneUp() {
        Outcome outcome = assertAlike(family -> {
            List<Keyed> customers = Stream.generate(family.customer)
                    .limit(100)
                    .map(GeneratedValueTest::persisted)
                    .toList();
            statements.forget();
            entities.runInTransaction(manager -> customers.forEach(customer -> {
                Keyed order = family.order.get();
                order.name(customer);
                manager.persist(order);
            }));
        });

        assertThat(outcome.statements).hasSize(100).containsOnly("insert");
    }

    @Test
    void mergeOfWhatWasDeletedMeanwhileIsRefused() {
        for (boolean versioned : new boolean[] {false, true}) {
            Outcome outcome = assertAlike(family -> {
                Keyed entity = persisted(versioned ? family.invoice.get() : family.customer.get());
                delete(entity);
                entities.callInTransaction(manager -> manager.merge(entity));
            });

            assertThat(outcome.failure).contains("OptimisticLock");
        }
    }

    @Test
    void removeOfWhatIsDetachedLooksNothingUp() {
        assertAlike(family -> {
            Keyed customer = persisted(family.customer.get());
            statements.forget();
            entities.unwrap(SessionFactory.class).inTransaction(session -> session.remove(customer));
        });
    }

    @Test
    void upsertOfWhatIsNewIsRefused() {
        for (boolean wrapper : new boolean[] {false, true}) {
            Outcome outcome = assertAlike(family -> entities.unwrap(SessionFactory.class)
                    .inStatelessTransaction(
                            session -> session.upsert(wrapper ? family.customer.get() : family.order.get())));

            assertThat(outcome.failure).endsWith("TransientObjectException");
        }
    }

    @Test
    void idThatIsAssignedIsThatOfADetachedEntity() {
        Outcome persisted =
                assertAlike(family -> persisted(family.customer.get().id(1_000_001)));
        Outcome merged = assertAlike(family -> entities.callInTransaction(
                manager -> manager.merge(family.customer.get().id(1_000_001))));

        assertThat(persisted.failure).isNotEmpty();
        assertThat(merged.failure).contains("OptimisticLock");
    }

    /** The failure's class; empty if there is none. */
    private record Outcome(String failure, List<String> statements) {}

    private record Family(Supplier<Keyed> order, Supplier<Keyed> customer, Supplier<Keyed> invoice) {}

    @Configuration(proxyBeanMethods = false)
    @Import(Statements.class)
    @ImportAutoConfiguration({
        DataSourceAutoConfiguration.class,
        DataSourceTransactionManagerAutoConfiguration.class,
        HibernateJpaAutoConfiguration.class
    })
    static class Application {

        @Bean
        RecordingIdGenerator ids() {
            return new RecordingIdGenerator();
        }

        @Bean
        PersistenceManagedTypes types() {
            return PersistenceManagedTypes.of(Stream.of(
                            GeneratedOrder.class,
                            GeneratedCustomer.class,
                            GeneratedInvoice.class,
                            LeafOrder.class,
                            LeafCustomer.class,
                            LeafInvoice.class)
                    .map(Class::getName)
                    .toArray(String[]::new));
        }
    }

    /** An entity of either family. */
    @MappedSuperclass
    abstract static class Keyed {

        /** Sets the key by hand. */
        Keyed id(long id) {
            throw new UnsupportedOperationException();
        }

        /** Names another entity. */
        void name(Keyed customer) {
            throw new UnsupportedOperationException();
        }
    }

    @Entity(name = "GeneratedCustomer")
    static class GeneratedCustomer extends Keyed {

        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE)
        @Nullable Long id;

        @Override
        Keyed id(long value) {
            id = value;
            return this;
        }
    }

    @Entity(name = "LeafCustomer")
    static class LeafCustomer extends Keyed {

        @Id
        @LeafId
        @Nullable Long id;

        @Override
        Keyed id(long value) {
            id = value;
            return this;
        }
    }

    @Entity(name = "GeneratedOrder")
    static class GeneratedOrder extends Keyed {

        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE)
        long id;

        @ManyToOne
        @Nullable GeneratedCustomer customer;

        @Override
        void name(Keyed value) {
            customer = (GeneratedCustomer) value;
        }
    }

    @Entity(name = "LeafOrder")
    static class LeafOrder extends Keyed {

        @Id
        @LeafId
        long id;

        @ManyToOne
        @Nullable LeafCustomer customer;

        @Override
        void name(Keyed value) {
            customer = (LeafCustomer) value;
        }
    }

    @Entity(name = "GeneratedInvoice")
    static class GeneratedInvoice extends Keyed {

        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE)
        @Nullable Long id;

        @Version
        int version;
    }

    @Entity(name = "LeafInvoice")
    static class LeafInvoice extends Keyed {

        @Id
        @LeafId
        @Nullable Long id;

        @Version
        int version;
    }
}
