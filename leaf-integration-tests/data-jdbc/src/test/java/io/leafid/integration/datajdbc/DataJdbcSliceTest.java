package io.leafid.integration.datajdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.integration.datajdbc.Aggregates.Document;
import io.leafid.integration.datajdbc.Aggregates.Documents;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jdbc.test.autoconfigure.DataJdbcTest;

/** A slice with its database has Leaf as the application has it. */
@DataJdbcTest(properties = {"leaf.segment.enabled=true", "leaf.segment.auto-create.enabled=true"})
class DataJdbcSliceTest {

    @Autowired
    private Documents documents;

    @Test
    void aggregateGetsItsId() {
        assertThat(documents.save(new Document(null, "contract")).id()).containsOnlyDigits();
    }
}
