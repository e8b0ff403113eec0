package io.leafid.integration.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerator;
import io.leafid.testing.TestDatabase;
import jakarta.persistence.EntityManagerFactory;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;

/** What {@code @LeafId} promises to users of JPA, on each database. */
@SpringBootTest(
        classes = JpaApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.NONE,
        properties = {
            "spring.jpa.hibernate.ddl-auto=create",
            "spring.jpa.properties.hibernate.jdbc.batch_size=50",
            "spring.datasource.hikari.maximum-pool-size=10",
            "leaf.segment.enabled=true",
            "leaf.segment.auto-create.enabled=true",
            "leaf.tags.document.text=DOC-{id:06}",
            "leaf.jdbc.initialize-schema=always"
        })
@DirtiesContext // a context of the cache is closed while the databases are: it would wait for them
abstract class EntityIdsContract {

    @Autowired
    private EntityManagerFactory entities;

    @Autowired
    private Purchases purchases;

    @Autowired
    private PurchaseService service;

    @Autowired
    private Statements statements;

    @Autowired
    private IdGenerator ids;

    static void use(TestDatabase database, DynamicPropertyRegistry registry) {
        registry.add("spring.datasource.url", database::url);
        registry.add("spring.datasource.username", database::user);
        registry.add("spring.datasource.password", database::password);
    }

    @BeforeEach
    void forget() {
        statements.forget();
    }

    private <T> T persisted(T entity) {
        entities.runInTransaction(manager -> manager.persist(entity));
        return entity;
    }

    private static long idOf(String text) {
        assertThat(text).matches("DOC-[0-9]{6}");
        return Long.parseLong(text.substring("DOC-".length()));
    }

    /** The next id of a tag, which follows the one that an entity got before. */
    private void assertIsOf(String tag, long id) {
        assertThat(ids.nextId(tag)).as(tag).isEqualTo(id + 1);
    }

    @Test
    void tagIsTheTableInLowerCase() {
        assertIsOf("purchases", persisted(new Shapes.Purchase("book")).id);
    }

    @Test
    void tagIsWhatTheAnnotationSays() {
        Shapes.Counter counter = persisted(new Shapes.Counter());

        assertThat(counter.id).isPositive();
        assertIsOf("counters of the shop", counter.id);
    }

    @Test
    void textKeyHoldsTheDigits() {
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

    private void assertFamily(String tag, long first, long second) {
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
    void propertyThatIsNoKeyIsFilledOnce() {
        Shapes.Parcel parcel = persisted(new Shapes.Parcel());
        String number = parcel.trackingNumber;
        assertThat(number).containsOnlyDigits();

        entities.runInTransaction(manager -> manager.merge(parcel));

        Shapes.Parcel found = entities.callInTransaction(manager -> manager.find(Shapes.Parcel.class, parcel.id));
        assertThat(found.trackingNumber).isEqualTo(number);
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
    void assignedIdStays() {
        Shapes.Purchase purchase = new Shapes.Purchase("imported");
        purchase.id = 1_000_001L;
        Shapes.Counter counter = new Shapes.Counter();
        counter.id = 1_000_002;
        Shapes.Parcel parcel = new Shapes.Parcel();
        parcel.trackingNumber = "A-1";

        assertThat(persisted(purchase).id).isEqualTo(1_000_001);
        assertThat(persisted(counter).id).isEqualTo(1_000_002);
        assertThat(persisted(parcel).trackingNumber).isEqualTo("A-1");
        assertThat(purchases.findById(1_000_001L)).isPresent();
    }

    @Test
    void mergeStoresWhatIsNew() {
        assertThat(merged(new Shapes.Purchase("new")).id).isPositive();
        assertThat(merged(new Shapes.Counter()).id).isPositive();
        assertThat(merged(new Shapes.Document()).id).isNotEmpty();
    }

    @Test
    void mergeStoresWhatHasAnAssignedId() {
        Shapes.Purchase imported = new Shapes.Purchase("imported");
        imported.id = 2_000_001L;

        assertThat(merged(imported).id).isEqualTo(2_000_001);
        assertThat(purchases.findById(2_000_001L)).isPresent();
    }

    @Test
    void mergeUpdatesWhatIsThere() {
        Shapes.Purchase purchase = persisted(new Shapes.Purchase("first"));
        purchase.item = "second";

        merged(purchase);

        assertThat(purchases.findById(purchase.id).orElseThrow().item).isEqualTo("second");
    }

    private <T> T merged(T entity) {
        return entities.callInTransaction(manager -> manager.merge(entity));
    }

    @Test
    void repositoryPersistsWhatHasNoId() {
        Shapes.Purchase saved = purchases.save(new Shapes.Purchase("book"));

        assertThat(saved.id).isPositive();
        assertThat(statements.sent()).singleElement().asString().contains("insert into purchases");
    }

    @Test
    void statelessSessionInserts() {
        Shapes.Purchase purchase = new Shapes.Purchase("book");
        Shapes.Purchase assigned = new Shapes.Purchase("assigned");
        assigned.id = 3_000_001L;

        entities.unwrap(SessionFactory.class).inStatelessTransaction(session -> {
            session.insert(purchase);
            session.insert(assigned);
        });

        assertThat(purchases.findById(purchase.id)).isPresent();
        assertThat(purchases.findById(3_000_001L)).isPresent();
    }

    @Test
    void thousandEntitiesAreTwentyBatchesAndNothingElse() {
        service.placeAll("warm ", 1);
        statements.forget();

        List<Long> placed = service.placeAll("book ", 1000);

        assertThat(placed).hasSize(1000).doesNotHaveDuplicates().isSorted();
        assertThat(statements.count("batch insert into purchases")).isEqualTo(20);
        assertThat(statements.sent()).hasSize(20);
    }

    @Test
    void fiftyTransactionsAtATimeShareTenConnections() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(50);
        try {
            List<Callable<List<Long>>> transactions = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                String item = "transaction " + i + " ";
                transactions.add(() -> service.placeAll(item, 1000));
            }
            Set<Long> placed = new HashSet<>();
            for (Future<List<Long>> transaction : threads.invokeAll(transactions, 3, TimeUnit.MINUTES)) {
                placed.addAll(transaction.get());
            }
            assertThat(placed).hasSize(50_000);
        } finally {
            threads.shutdownNow();
        }
    }
}
