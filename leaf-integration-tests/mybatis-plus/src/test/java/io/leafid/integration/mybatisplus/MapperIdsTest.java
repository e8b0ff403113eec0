package io.leafid.integration.mybatisplus;

import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import com.baomidou.mybatisplus.core.toolkit.IdWorker;
import io.leafid.IdGenerator;
import io.leafid.data.mybatisplus.LeafIdentifierGenerator;
import io.leafid.integration.mybatisplus.Entities.Counter;
import io.leafid.integration.mybatisplus.Entities.Counters;
import io.leafid.integration.mybatisplus.Entities.Document;
import io.leafid.integration.mybatisplus.Entities.Documents;
import io.leafid.integration.mybatisplus.Entities.Purchase;
import io.leafid.integration.mybatisplus.Entities.Purchases;
import io.leafid.integration.mybatisplus.Entities.Quoted;
import io.leafid.integration.mybatisplus.Entities.QuotedOnes;
import io.leafid.integration.mybatisplus.Entities.ShopOrders;
import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** What Leaf promises to users of MyBatis-Plus, on a database. */
@SpringBootTest(
        classes = MybatisPlusApplication.class,
        properties = {
            "spring.sql.init.mode=always",
            "leaf.segment.enabled=true",
            "leaf.segment.auto-create.enabled=true",
            "leaf.tags.document.text=DOC-{id:06}",
            "leaf.jdbc.initialize-schema=always"
        })
class MapperIdsTest {

    @Autowired
    private Purchases purchases;

    @Autowired
    private ShopOrders orders;

    @Autowired
    private Counters counters;

    @Autowired
    private Documents documents;

    @Autowired
    private QuotedOnes quoted;

    @Autowired
    private IdGenerator ids;

    @Autowired
    private IdentifierGenerator generator;

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry registry) {
        // The server of the tests logs statements, and with that refuses bulk inserts.
        TestDatabase database = MariaDb.database();
        registry.add("spring.datasource.url", () -> database.url() + "?useBulkStmts=false");
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
    void tagIsTheTableInLowerCase() {
        Purchase purchase = new Purchase("book");

        purchases.insert(purchase);

        assertIsOf("purchases", purchase.id);
        assertThat(purchases.selectById(purchase.id).item).isEqualTo("book");
    }

    @Test
    void tagIsWhatTheAnnotationSays() {
        Counter counter = new Counter();

        counters.insert(counter);

        assertIsOf("counters of the shop", counter.id);
    }

    @Test
    void textKeyHoldsTheDigits() {
        Document document = new Document();

        documents.insert(document);

        assertIsOf("document", idOf(document.id));
    }

    @Test
    void entityOfTheManualGetsItsId() {
        ShopOrder order = new ShopOrder();

        orders.insert(order);

        assertIsOf("order", order.id);
    }

    @Test
    void assignedIdStays() {
        Purchase purchase = new Purchase("imported");
        purchase.id = 1_000_001L;

        purchases.insert(purchase);

        assertThat(purchases.selectById(1_000_001L).item).isEqualTo("imported");
    }

    @Test
    void batchGetsDistinctIds() {
        List<Purchase> batch = IntStream.range(0, 1000)
                .mapToObj(number -> new Purchase("book " + number))
                .toList();

        purchases.insert(batch, 50);

        assertThat(batch)
                .extracting(Purchase::getId)
                .doesNotContainNull()
                .doesNotHaveDuplicates()
                .isSorted();
        assertThat(purchases.selectByIds(batch.stream().map(Purchase::getId).toList()))
                .hasSize(1000);
    }

    @Test
    void tagOfAQuotedTableHasNoQuotes() {
        Quoted order = new Quoted();

        quoted.insert(order);

        assertIsOf("order", order.id);
    }

    @Test
    void idsOfNoTableComeFromMybatisPlus() {
        assertThat(generator).isInstanceOf(LeafIdentifierGenerator.class);
        assertThat(IdWorker.getId()).isPositive();
    }
}
