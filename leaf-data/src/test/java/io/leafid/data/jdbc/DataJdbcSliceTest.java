package io.leafid.data.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.data.jdbc.Aggregates.Document;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.data.jdbc.test.autoconfigure.DataJdbcTest;
import org.springframework.data.jdbc.core.JdbcAggregateOperations;

/** A slice with its database has Leaf as the application has it. */
@DataJdbcTest(
        properties = {
            "spring.sql.init.schema-locations=classpath:aggregates.sql",
            "leaf.segment.enabled=true",
            "leaf.segment.auto-create.enabled=true"
        })
class DataJdbcSliceTest {

    @Autowired
    private JdbcAggregateOperations aggregates;

    @Test
    void aggregateGetsItsId() {
        assertThat(aggregates.save(new Document(null, "contract")).id()).containsOnlyDigits();
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Slice {}
}
