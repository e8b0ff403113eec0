package io.leafid.data.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerator;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.autoconfigure.data.LeafDataAutoConfiguration;
import io.leafid.autoconfigure.textid.LeafTextsAutoConfiguration;
import io.leafid.data.jdbc.Aggregates.Address;
import io.leafid.data.jdbc.Aggregates.Audited;
import io.leafid.data.jdbc.Aggregates.Counter;
import io.leafid.data.jdbc.Aggregates.Document;
import io.leafid.data.jdbc.Aggregates.Invoice;
import io.leafid.data.jdbc.Aggregates.Line;
import io.leafid.data.jdbc.Aggregates.Note;
import io.leafid.data.jdbc.Aggregates.Purchase;
import io.leafid.data.jdbc.Aggregates.Receipt;
import io.leafid.data.jdbc.Aggregates.Stamp;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.jdbc.autoconfigure.DataJdbcRepositoriesAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jdbc.core.JdbcAggregateOperations;
import org.springframework.data.jdbc.repository.config.EnableJdbcAuditing;

/** The ids of aggregates, stored by Spring Data JDBC. */
class AggregateIdsTest {

    private static ConfigurableApplicationContext application;

    private static JdbcAggregateOperations aggregates;

    private static IdGenerator ids;

    @BeforeAll
    static void start() {
        SpringApplication spring = new SpringApplication(Application.class);
        spring.setWebApplicationType(WebApplicationType.NONE);
        application = spring.run(
                "--spring.datasource.url=jdbc:h2:mem:aggregates;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE",
                "--spring.sql.init.schema-locations=classpath:aggregates.sql",
                "--leaf.name=aggregates",
                "--leaf.segment.enabled=true",
                "--leaf.segment.wait-timeout=60s",
                "--leaf.segment.auto-create.enabled=true",
                "--leaf.segment.preload-recent=false",
                "--leaf.tags.document.text=DOC-{id:06}");
        aggregates = application.getBean(JdbcAggregateOperations.class);
        ids = application.getBean(IdGenerator.class);
    }

    @AfterAll
    static void stop() {
        application.close();
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
    void recordIsReplacedByACopyWithItsId() {
        Purchase saved = aggregates.save(new Purchase(null, "book"));

        assertIsOf("purchases", saved.id());
        assertThat(aggregates.findById(saved.id(), Purchase.class)).isEqualTo(saved);
    }

    @Test
    void classIsFilledInPlace() {
        Counter counter = new Counter();
        counter.name = "requests";

        Counter saved = aggregates.save(counter);

        assertThat(saved).isSameAs(counter);
        assertIsOf("counters of the shop", counter.id);
    }

    /** What entities.md warns of: Spring Data decides before Leaf is asked. */
    @Test
    void zeroInAWrapperIsTheKeyOfAnOldEntityForSpringData() {
        Purchase saved = aggregates.save(new Purchase(0L, "lost"));

        assertThat(aggregates.findById(saved.id(), Purchase.class)).isNull();
    }

    @Test
    void textKeyHoldsTheDigits() {
        Document saved = aggregates.save(new Document(null, "contract"));

        assertIsOf("document", idOf(saved.id()));
        assertThat(aggregates.findById(saved.id(), Document.class)).isEqualTo(saved);
    }

    @Test
    void entitiesWithinTheAggregateGetTheirIds() {
        Invoice saved = aggregates.save(new Invoice(
                null,
                List.of(new Line(null, "tea"), new Line(null, "cake")),
                Set.of(new Stamp(null, "paid")),
                Map.of("driver", new Note(null, "ring twice")),
                new Receipt(null, "thanks"),
                new Address(null, "Berlin")));

        Invoice found = aggregates.findById(saved.id(), Invoice.class);
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
        Invoice first = aggregates.save(
                new Invoice(null, List.of(new Line(null, "tea")), Set.of(), Map.of(), null, new Address(7L, "Rome")));

        Invoice second = aggregates.save(new Invoice(
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
        assertThat(aggregates.findById(first.id(), Invoice.class)).isEqualTo(second);
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
        assertThat(aggregates.findById(1_000_001L, Purchase.class)).isEqualTo(imported);
    }

    @Test
    void whatIsThereIsUpdated() {
        Purchase saved = aggregates.save(new Purchase(null, "first"));

        aggregates.save(new Purchase(saved.id(), "second"));

        assertThat(aggregates.findById(saved.id(), Purchase.class).item()).isEqualTo("second");
    }

    @Test
    void thousandAggregatesAreSavedAtOnce() {
        List<Purchase> saved = aggregates.saveAll(IntStream.range(0, 1000)
                .mapToObj(number -> new Purchase(null, "book " + number))
                .toList());

        assertThat(saved)
                .extracting(Purchase::id)
                .doesNotContainNull()
                .doesNotHaveDuplicates()
                .isSorted();
        assertThat(aggregates.findAllById(saved.stream().map(Purchase::id).toList(), Purchase.class))
                .hasSize(1000);
    }

    @Test
    void auditingSeesThatTheEntityIsNew() {
        assertThat(aggregates.save(new Audited(null, null)).createdAt()).isNotNull();
    }

    /** An upsert asks as an insert does. */
    @Test
    void upsertOfWhatIsNewGetsAnId() {
        Counter first = aggregates.upsert(new Counter());
        Counter second = aggregates.upsert(new Counter());
        Purchase third = aggregates.upsert(new Purchase(null, "book"));

        assertIsOf("counters of the shop", second.id);
        assertThat(second.id).isEqualTo(first.id + 1);
        assertIsOf("purchases", third.id());
    }

    @Configuration(proxyBeanMethods = false)
    @AutoConfigurationPackage
    @EnableJdbcAuditing
    @ImportAutoConfiguration({
        DataSourceAutoConfiguration.class,
        DataSourceInitializationAutoConfiguration.class,
        DataSourceTransactionManagerAutoConfiguration.class,
        JdbcTemplateAutoConfiguration.class,
        DataJdbcRepositoriesAutoConfiguration.class,
        LeafAutoConfiguration.class,
        LeafSegmentAutoConfiguration.class,
        LeafTextsAutoConfiguration.class,
        LeafDataAutoConfiguration.class
    })
    static class Application {}
}
