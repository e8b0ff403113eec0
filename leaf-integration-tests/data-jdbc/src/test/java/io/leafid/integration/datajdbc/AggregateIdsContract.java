package io.leafid.integration.datajdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerator;
import io.leafid.integration.datajdbc.Aggregates.Address;
import io.leafid.integration.datajdbc.Aggregates.Audited;
import io.leafid.integration.datajdbc.Aggregates.AuditedOnes;
import io.leafid.integration.datajdbc.Aggregates.Counter;
import io.leafid.integration.datajdbc.Aggregates.Counters;
import io.leafid.integration.datajdbc.Aggregates.Document;
import io.leafid.integration.datajdbc.Aggregates.Documents;
import io.leafid.integration.datajdbc.Aggregates.Invoice;
import io.leafid.integration.datajdbc.Aggregates.Invoices;
import io.leafid.integration.datajdbc.Aggregates.Line;
import io.leafid.integration.datajdbc.Aggregates.Note;
import io.leafid.integration.datajdbc.Aggregates.Purchase;
import io.leafid.integration.datajdbc.Aggregates.Purchases;
import io.leafid.integration.datajdbc.Aggregates.Receipt;
import io.leafid.integration.datajdbc.Aggregates.Stamp;
import io.leafid.testing.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.data.jdbc.core.JdbcAggregateOperations;
import org.springframework.test.context.DynamicPropertyRegistry;

/** What {@code @LeafId} promises to users of Spring Data JDBC, on each database. */
@SpringBootTest(
        classes = DataJdbcApplication.class,
        properties = {
            "spring.sql.init.mode=always",
            "leaf.segment.enabled=true",
            "leaf.segment.auto-create.enabled=true",
            "leaf.tags.document.text=DOC-{id:06}",
            "leaf.jdbc.initialize-schema=always"
        })
abstract class AggregateIdsContract {

    @Autowired
    private Purchases purchases;

    @Autowired
    private Counters counters;

    @Autowired
    private Documents documents;

    @Autowired
    private Invoices invoices;

    @Autowired
    private AuditedOnes audited;

    @Autowired
    private JdbcAggregateOperations aggregates;

    @Autowired
    private IdGenerator ids;

    static void use(TestDatabase database, DynamicPropertyRegistry registry) {
        registry.add("spring.datasource.url", database::url);
        registry.add("spring.datasource.username", database::user);
        registry.add("spring.datasource.password", database::password);
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
    void recordIsReplacedByACopyWithItsId() {
        Purchase saved = purchases.save(new Purchase(null, "book"));

        assertIsOf("purchases", saved.id());
        assertThat(purchases.findById(saved.id())).contains(saved);
    }

    @Test
    void classIsFilledInPlace() {
        Counter counter = new Counter();
        counter.name = "requests";

        Counter saved = counters.save(counter);

        assertThat(saved).isSameAs(counter);
        assertIsOf("counters of the shop", counter.id);
    }

    /** What entities.md warns of: Spring Data decides before Leaf is asked. */
    @Test
    void zeroInAWrapperIsTheKeyOfAnOldEntityForSpringData() {
        Purchase saved = purchases.save(new Purchase(0L, "lost"));

        assertThat(purchases.findById(saved.id())).isEmpty();
    }

    @Test
    void textKeyHoldsTheDigits() {
        Document saved = documents.save(new Document(null, "contract"));

        assertIsOf("document", idOf(saved.id()));
        assertThat(documents.findById(saved.id())).contains(saved);
    }

    @Test
    void entitiesWithinTheAggregateGetTheirIds() {
        Invoice saved = invoices.save(new Invoice(
                null,
                List.of(new Line(null, "tea"), new Line(null, "cake")),
                Set.of(new Stamp(null, "paid")),
                Map.of("driver", new Note(null, "ring twice")),
                new Receipt(null, "thanks"),
                new Address(null, "Berlin")));

        Invoice found = invoices.findById(saved.id()).orElseThrow();
        assertThat(found).isEqualTo(saved);
        assertThat(found.lines()).extracting(Line::id).doesNotContainNull().doesNotHaveDuplicates();
        assertIsOf("invoice", found.id());
        assertIsOf("invoice_line", found.lines().get(1).id());
        assertIsOf("stamp", found.stamps().iterator().next().id());
        assertIsOf("note", found.notes().get("driver").id());
        assertIsOf("receipt", found.receipt().id());
        assertIsOf("address_label", found.address().label());
    }

    @Test
    void laterAdditionsGetIdsAndTheOthersKeepTheirs() {
        Invoice first = invoices.save(
                new Invoice(null, List.of(new Line(null, "tea")), Set.of(), Map.of(), null, new Address(7L, "Rome")));

        Invoice second = invoices.save(new Invoice(
                first.id(),
                List.of(first.lines().get(0), new Line(null, "cake")),
                Set.of(),
                Map.of(),
                null,
                first.address()));

        assertThat(second.id()).isEqualTo(first.id());
        assertThat(second.address().label()).isEqualTo(7);
        assertThat(second.lines().get(0)).isEqualTo(first.lines().get(0));
        assertThat(second.lines().get(1).id()).isNotNull();
        assertThat(invoices.findById(first.id())).contains(second);
    }

    @Test
    void aggregateOfTheManualGetsItsIds() {
        ShopOrder order =
                aggregates.save(new ShopOrder(null, "books", List.of(new ShopOrder.ShopOrderLine(null, "a novel"))));

        assertIsOf("shop_order", order.id());
        assertIsOf("shop_order_line", order.lines().get(0).id());
    }

    @Test
    void assignedIdStays() {
        Purchase imported = aggregates.insert(new Purchase(1_000_001L, "imported"));
        Counter counter = new Counter();
        counter.id = 1_000_002;

        assertThat(imported.id()).isEqualTo(1_000_001);
        assertThat(aggregates.insert(counter).id).isEqualTo(1_000_002);
        assertThat(purchases.findById(1_000_001L)).contains(imported);
    }

    @Test
    void whatIsThereIsUpdated() {
        Purchase saved = purchases.save(new Purchase(null, "first"));

        purchases.save(new Purchase(saved.id(), "second"));

        assertThat(purchases.findById(saved.id()).orElseThrow().item()).isEqualTo("second");
    }

    @Test
    void thousandAggregatesAreSavedAtOnce() {
        List<Purchase> saved = purchases.saveAll(IntStream.range(0, 1000)
                .mapToObj(number -> new Purchase(null, "book " + number))
                .toList());

        assertThat(saved)
                .extracting(Purchase::id)
                .doesNotContainNull()
                .doesNotHaveDuplicates()
                .isSorted();
        assertThat(purchases.findAllById(saved.stream().map(Purchase::id).toList()))
                .hasSize(1000);
    }

    @Test
    void auditingSeesThatTheEntityIsNew() {
        assertThat(audited.save(new Audited(null, null)).createdAt()).isNotNull();
    }
}
