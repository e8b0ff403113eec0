package io.leafid.integration.datar2dbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerator;
import io.leafid.integration.datar2dbc.Rows.Audited;
import io.leafid.integration.datar2dbc.Rows.AuditedOnes;
import io.leafid.integration.datar2dbc.Rows.Counter;
import io.leafid.integration.datar2dbc.Rows.Counters;
import io.leafid.integration.datar2dbc.Rows.Document;
import io.leafid.integration.datar2dbc.Rows.Documents;
import io.leafid.integration.datar2dbc.Rows.Purchase;
import io.leafid.integration.datar2dbc.Rows.Purchases;
import io.leafid.testing.Postgres;
import io.leafid.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.data.r2dbc.core.R2dbcEntityOperations;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** What {@code @LeafId} promises to users of Spring Data R2DBC, on a database. */
@SpringBootTest(
        classes = DataR2dbcApplication.class,
        properties = {
            "spring.sql.init.mode=always",
            "leaf.segment.enabled=true",
            "leaf.segment.auto-create.enabled=true",
            "leaf.tags.document.text=DOC-{id:06}",
            "leaf.jdbc.initialize-schema=always"
        })
class RowIdsTest {

    /** A thousand entities take a second, and a minute on a busy machine: for each, three threads and the database wait for each other. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    @Autowired
    private Purchases purchases;

    @Autowired
    private Counters counters;

    @Autowired
    private Documents documents;

    @Autowired
    private AuditedOnes audited;

    @Autowired
    private R2dbcEntityOperations entities;

    @Autowired
    private IdGenerator ids;

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry registry) {
        TestDatabase database = Postgres.database();
        registry.add("spring.r2dbc.url", () -> database.url().replace("jdbc:", "r2dbc:"));
        registry.add("spring.r2dbc.username", database::user);
        registry.add("spring.r2dbc.password", database::password);
        registry.add("leaf.jdbc.url", database::url);
        registry.add("leaf.jdbc.username", database::user);
        registry.add("leaf.jdbc.password", database::password);
    }

    private static <T> T get(Mono<T> mono) {
        T value = mono.block(LIMIT);
        assertThat(value).isNotNull();
        return value;
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
        Purchase saved = get(purchases.save(new Purchase(null, "book")));

        assertIsOf("purchases", saved.id());
        assertThat(get(purchases.findById(saved.id()))).isEqualTo(saved);
    }

    @Test
    void classIsFilledInPlace() {
        Counter counter = new Counter();
        counter.name = "requests";

        assertThat(get(counters.save(counter))).isSameAs(counter);
        assertIsOf("counters of the shop", counter.id);
    }

    @Test
    void textKeyHoldsTheDigits() {
        Document saved = get(documents.save(new Document(null, "contract")));

        assertIsOf("document", idOf(saved.id()));
        assertThat(get(documents.findById(saved.id()))).isEqualTo(saved);
    }

    @Test
    void entityOfTheManualGetsItsId() {
        assertIsOf(
                "shop_order", get(entities.insert(new ShopOrder(null, "book"))).id());
    }

    /** An upsert asks as an insert does. */
    @Test
    void upsertOfWhatIsNewGetsAnId() {
        Counter first = get(entities.upsert(new Counter()));
        Counter second = get(entities.upsert(new Counter()));

        assertThat(second.id).isEqualTo(first.id + 1);
        assertIsOf("counters of the shop", second.id);
    }

    @Test
    void assignedIdStays() {
        Purchase imported = get(entities.insert(new Purchase(1_000_001L, "imported")));

        assertThat(imported.id()).isEqualTo(1_000_001);
        assertThat(get(purchases.findById(1_000_001L))).isEqualTo(imported);
    }

    @Test
    void whatIsThereIsUpdated() {
        Purchase saved = get(purchases.save(new Purchase(null, "first")));

        get(purchases.save(new Purchase(saved.id(), "second")));

        assertThat(get(purchases.findById(saved.id())).item()).isEqualTo("second");
    }

    @Test
    void thousandEntitiesAreSavedAtOnce() {
        List<Purchase> saved = get(purchases
                .saveAll(Flux.range(0, 1000).map(number -> new Purchase(null, "book " + number)))
                .collectList());

        assertThat(saved)
                .extracting(Purchase::id)
                .hasSize(1000)
                .doesNotContainNull()
                .doesNotHaveDuplicates();
    }

    @Test
    void auditingSeesThatTheEntityIsNew() {
        assertThat(get(audited.save(new Audited(null, null))).createdAt()).isNotNull();
    }

    /** On such a thread Reactor refuses to wait, as drivers' threads must not. */
    @Test
    void idIsFetchedOnAThreadThatMayWait() {
        Scheduler mustNotWait = Schedulers.newParallel("must-not-wait", 1);
        try {
            Mono<Purchase> saved = Mono.defer(() -> purchases.save(new Purchase(null, "book")));

            assertThat(get(saved.subscribeOn(mustNotWait)).id()).isPositive();
        } finally {
            mustNotWait.dispose();
        }
    }
}
