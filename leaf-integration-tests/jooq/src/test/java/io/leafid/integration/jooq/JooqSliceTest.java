package io.leafid.integration.jooq;

import static io.leafid.integration.jooq.Purchases.PURCHASES;
import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerator;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.jooq.test.autoconfigure.JooqTest;
import org.springframework.context.annotation.Import;

/** A slice with its database has Leaf as the application has it; the application's listener is imported, as each component is. */
@JooqTest(
        properties = {
            "spring.test.database.replace=none",
            "spring.datasource.url=jdbc:h2:mem:slice;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE",
            "leaf.segment.enabled=true",
            "leaf.segment.auto-create.enabled=true"
        })
@Import(LeafRecordListener.class)
class JooqSliceTest {

    @Autowired
    private DSLContext jooq;

    @Autowired
    private IdGenerator ids;

    @Test
    void recordGetsItsKey() {
        Purchases.Row row = jooq.newRecord(PURCHASES);

        row.insert();

        assertThat(ids.nextId("purchases")).isEqualTo(row.get(PURCHASES.id) + 1);
    }
}
