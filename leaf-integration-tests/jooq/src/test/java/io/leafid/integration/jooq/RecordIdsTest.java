package io.leafid.integration.jooq;

import static io.leafid.integration.jooq.Purchases.PURCHASES;
import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerator;
import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import java.util.List;
import java.util.stream.IntStream;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The recipe of the manual for jOOQ. */
@SpringBootTest(
        classes = JooqApplication.class,
        properties = {
            "spring.sql.init.mode=always",
            "leaf.segment.enabled=true",
            "leaf.segment.auto-create.enabled=true",
            "leaf.jdbc.initialize-schema=always"
        })
class RecordIdsTest {

    @Autowired
    private DSLContext jooq;

    @Autowired
    private IdGenerator ids;

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry registry) {
        // The server of the tests logs statements, and with that refuses bulk inserts.
        TestDatabase database = MariaDb.database();
        registry.add("spring.datasource.url", () -> database.url() + "?useBulkStmts=false");
        registry.add("spring.datasource.username", database::user);
        registry.add("spring.datasource.password", database::password);
    }

    private Purchases.Row row(String item) {
        Purchases.Row row = jooq.newRecord(PURCHASES);
        row.set(PURCHASES.item, item);
        return row;
    }

    @Test
    void recordGetsItsKey() {
        Purchases.Row row = row("book");

        row.insert();

        assertThat(ids.nextId("purchases")).isEqualTo(row.get(PURCHASES.id) + 1);
        assertThat(jooq.fetchCount(PURCHASES, PURCHASES.id.eq(row.get(PURCHASES.id))))
                .isEqualTo(1);
    }

    @Test
    void batchGetsDistinctKeys() {
        List<Purchases.Row> batch = IntStream.range(0, 1000)
                .mapToObj(number -> row("book " + number))
                .toList();

        jooq.batchInsert(batch).execute();

        assertThat(batch.stream().map(row -> row.get(PURCHASES.id)))
                .doesNotContainNull()
                .doesNotHaveDuplicates();
    }

    @Test
    void assignedKeyStays() {
        Purchases.Row row = row("imported");
        row.set(PURCHASES.id, 1_000_001L);

        row.insert();

        assertThat(jooq.fetchCount(PURCHASES, PURCHASES.id.eq(1_000_001L))).isEqualTo(1);
    }
}
