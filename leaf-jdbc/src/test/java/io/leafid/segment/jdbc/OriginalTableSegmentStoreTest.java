package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.UnknownTagException;
import io.leafid.testing.MariaDb;
import org.junit.jupiter.api.Test;

/** The store on a table that was made for the original, whose collation takes 'order', 'ORDER' and 'order ' for the same. */
class OriginalTableSegmentStoreTest extends DatabaseSegmentStoreContract {

    OriginalTableSegmentStoreTest() {
        super(MariaDb.database());
    }

    @Override
    protected void createTable() {
        database().jdbc().execute("""
                        CREATE TABLE leaf_alloc (
                            biz_tag     VARCHAR(128) NOT NULL DEFAULT '' PRIMARY KEY,
                            max_id      BIGINT       NOT NULL DEFAULT 1,
                            step        INT          NOT NULL,
                            description VARCHAR(256) DEFAULT NULL,
                            update_time TIMESTAMP    NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP
                        ) ENGINE = InnoDB CHARACTER SET = utf8mb4 COLLATE = utf8mb4_general_ci
                        """);
    }

    @Test
    void unknownTagNamesTheSpellingInTheTable() {
        putRow("order", 1, 10);

        assertThatExceptionOfType(UnknownTagException.class)
                .isThrownBy(() -> store().allocate("ORDER", 10, 0))
                .withMessage(
                        "tag 'ORDER' is spelt 'order' in table leaf_alloc, whose collation takes both for the same; "
                                + "use the table's spelling");
        assertThat(store().create("ORDER", 10, 1)).isFalse();
        assertThat(maxId("order")).isEqualTo(1);
    }

    @Test
    void rangeIsNotGivenBackUnderAnotherSpelling() {
        putRow("order", 1, 10);
        store().allocate("order", 10, 0);

        letTimePass();

        assertThat(store().giveBack("ORDER", 1, 11)).isFalse();
        assertThat(maxId("order")).isEqualTo(11);
    }
}
