package io.leafid.data.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.IdGenerator;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.autoconfigure.textid.LeafTextsAutoConfiguration;
import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import java.util.stream.IntStream;
import org.hibernate.SessionFactory;
import org.hibernate.TransientObjectException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The ids of entities of each shape, stored by Hibernate. */
class EntityIdsTest {

    private static ConfigurableApplicationContext application;

    private static EntityManagerFactory entities;

    private static Statements statements;

    private static IdGenerator ids;

    @BeforeAll
    static void start() {
        SpringApplication spring = new SpringApplication(Application.class);
        spring.setWebApplicationType(WebApplicationType.NONE);
        application = spring.run(
                "--spring.datasource.url=jdbc:h2:mem:entities",
                "--spring.jpa.hibernate.ddl-auto=create",
                "--spring.jpa.properties.hibernate.jdbc.batch_size=50",
                "--leaf.name=entities",
                "--leaf.segment.enabled=true",
                "--leaf.segment.wait-timeout=60s",
                "--leaf.segment.auto-create.enabled=true",
                "--leaf.segment.preload-recent=false",
                "--leaf.tags.document.text=DOC-{id:06}");
        entities = application.getBean(EntityManagerFactory.class);
        statements = application.getBean(Statements.class);
        ids = application.getBean(IdGenerator.class);
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @BeforeEach
    void forget() {
        statements.forget();
    }

    private static <T> T persisted(T entity) {
        entities.runInTransaction(manager -> manager.persist(entity));
        return entity;
    }

    private static <T> T merged(T entity) {
        return entities.callInTransaction(manager -> manager.merge(entity));
    }

    private static <T> T found(Class<T> type, Object id) {
        return entities.callInTransaction(manager -> manager.find(type, id));
    }

    private static long idOf(String text) {
        assertThat(text).matches("DOC-[0-9]{6}");
        return Long.parseLong(text.substring("DOC-".length()));
    }

    /** The next id of a tag, which follows the one that an entity got before. */
    private static void assertIsOf(String tag, long id) {
        assertThat(ids.nextId(tag)).as(tag).isEqualTo(id + 1);
    }

    @Test
    void tagIsTheTableInLowerCase() {
        assertIsOf("purchases", persisted(new Shapes.Purchase("book")).id);
    }

    @Test
    void tagOfAQuotedTableHasNoQuotes() {
        assertIsOf("order", persisted(new Shapes.Quoted()).id);
    }

    @Test
    void tagIsWhatTheAnnotationSays() {
        assertIsOf("counters of the shop", persisted(new Shapes.Counter()).id);
    }

    @Test
    void textKeyHoldsTheText() {
        assertIsOf("document", idOf(persisted(new Shapes.Document()).id));
    }

    @Test
    void annotationMayStandAtTheMethod() {
        assertIsOf("ticket", persisted(new Shapes.Ticket()).getNumber());
    }

    @Test
    void mappedSuperclassLeavesEachEntityItsTable() {
        assertIsOf("customer", persisted(new Shapes.Customer()).id);
        assertIsOf("supplier", persisted(new Shapes.Supplier()).id);
    }

    @Test
    void embeddedPartIsFilled() {
        Shapes.Customer customer = new Shapes.Customer();
        customer.address = new Shapes.Address("Berlin");

        assertIsOf("address_label", persisted(customer).address.label);
    }

    @Test
    void familyOfEntitiesSharesTheTagOfItsRoot() {
        assertFamily("vehicle", persisted(new Shapes.Car()).id, persisted(new Shapes.Lorry()).id);
        assertFamily("payment", persisted(new Shapes.CardPayment()).id, persisted(new Shapes.CashPayment()).id);
        assertFamily("animal", persisted(new Shapes.Cat()).id, persisted(new Shapes.Dog()).id);
    }

    private static void assertFamily(String tag, long first, long second) {
        assertThat(second).isEqualTo(first + 1);
        assertIsOf(tag, second);
    }

    @Test
    void cascadesReachTheirEntities() {
        Shapes.Invoice invoice = persisted(new Shapes.Invoice().with("tea").with("cake"));

        assertIsOf("invoice", invoice.id);
        assertThat(invoice.lines)
                .extracting(line -> line.id)
                .doesNotContainNull()
                .doesNotHaveDuplicates();
    }

    @Test
    void propertyThatIsNoKeyIsFilledOnceAndKeepsWhatIsAssigned() {
        Shapes.Parcel parcel = persisted(new Shapes.Parcel());
        String number = parcel.trackingNumber;
        Shapes.Parcel assigned = new Shapes.Parcel();
        assigned.trackingNumber = "A-1";

        merged(parcel);
        persisted(assigned);

        assertThat(number).containsOnlyDigits();
        assertThat(found(Shapes.Parcel.class, parcel.id).trackingNumber).isEqualTo(number);
        assertThat(found(Shapes.Parcel.class, assigned.id).trackingNumber).isEqualTo("A-1");
    }

    @Test
    void entityOfTheManualGetsBothNumbers() {
        ShopOrder order = persisted(new ShopOrder("book"));

        assertIsOf("shop_order", order.id());
        assertIsOf("tracking", Long.parseLong(order.trackingNumber()));
    }

    @Test
    void partOfAKeyIsFilled() {
        Shapes.Seat seat = new Shapes.Seat();
        seat.key.hall = "north";

        assertIsOf("seat", persisted(seat).key.number);
        assertIsOf("box", persisted(new Shapes.Box()).key.number());
        assertIsOf("shelf", persisted(new Shapes.Shelf()).number);
    }

    @Test
    void mergeStoresWhatIsNewAndUpdatesWhatIsThere() {
        assertThat(merged(new Shapes.Counter()).id).isPositive();
        assertThat(merged(new Shapes.Document()).id).isNotEmpty();
        Shapes.Purchase purchase = merged(new Shapes.Purchase("first"));
        purchase.item = "second";

        merged(purchase);

        assertThat(found(Shapes.Purchase.class, purchase.id).item).isEqualTo("second");
    }

    /** Where the entity says so, or the version tells what is new. */
    @Test
    void assignedIdStays() {
        Shapes.Imported imported = new Shapes.Imported();
        imported.id = 1_000_001L;
        Shapes.Document document = new Shapes.Document();
        document.id = "A-1";
        Shapes.Imported other = new Shapes.Imported();
        other.id = 1_000_002L;

        assertThat(persisted(imported).id).isEqualTo(1_000_001);
        assertThat(persisted(document).id).isEqualTo("A-1");
        assertThat(merged(other).id).isEqualTo(1_000_002);
        assertThat(persisted(new Shapes.Imported()).id).isBetween(1L, 1_000_000L);
        assertThat(found(Shapes.Imported.class, 1_000_002L)).isNotNull();
    }

    @Test
    void statelessSessionInserts() {
        Shapes.Purchase purchase = new Shapes.Purchase("book");

        entities.unwrap(SessionFactory.class).inStatelessTransaction(session -> session.insert(purchase));

        assertIsOf("purchases", purchase.id);
    }

    /** Where ids may be assigned, Hibernate cannot tell, and an upsert generates nothing. */
    @Test
    void upsertOfWhatIsNotSetIsRefused() {
        assertUpsertFails(new Shapes.Imported(), "Imported.id");
        assertUpsertFails(new Shapes.Document(), "Document.id");
        assertUpsertFails(new Shapes.Versioned(), "Versioned.id");
        Shapes.Parcel parcel = persisted(new Shapes.Parcel());
        parcel.trackingNumber = null;
        assertUpsertFails(parcel, "Parcel.trackingNumber");
    }

    private static void assertUpsertFails(Object entity, String property) {
        assertThatThrownBy(() ->
                        entities.unwrap(SessionFactory.class).inStatelessTransaction(session -> session.upsert(entity)))
                .isInstanceOf(TransientObjectException.class)
                .hasMessageContaining("$" + property + " has @LeafId and is not set");
    }

    @Test
    void thousandEntitiesAreTwentyBatchesAndNothingElse() {
        persisted(new Shapes.Purchase("warm"));
        statements.forget();
        List<Shapes.Purchase> placed = IntStream.range(0, 1000)
                .mapToObj(number -> new Shapes.Purchase("book " + number))
                .toList();

        entities.runInTransaction(manager -> placed.forEach(manager::persist));

        assertThat(placed).extracting(each -> each.id).doesNotHaveDuplicates().isSorted();
        assertThat(statements.sent()).hasSize(20).allMatch(each -> each.startsWith("batch insert into purchases"));
    }

    @Configuration(proxyBeanMethods = false)
    @EntityScan(basePackageClasses = Shapes.class)
    @Import(Statements.class)
    @ImportAutoConfiguration({
        DataSourceAutoConfiguration.class,
        DataSourceTransactionManagerAutoConfiguration.class,
        HibernateJpaAutoConfiguration.class,
        LeafAutoConfiguration.class,
        LeafSegmentAutoConfiguration.class,
        LeafTextsAutoConfiguration.class
    })
    static class Application {}
}
