package io.leafid.integration.datar2dbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.integration.datar2dbc.Rows.Document;
import io.leafid.integration.datar2dbc.Rows.Documents;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.r2dbc.test.autoconfigure.DataR2dbcTest;

/** A slice with its database has Leaf as the application has it. */
@DataR2dbcTest(
        properties = {
            "spring.r2dbc.url=r2dbc:h2:mem:///slice?options=DB_CLOSE_DELAY=-1",
            "leaf.jdbc.url=jdbc:h2:mem:slice-ids;DB_CLOSE_DELAY=-1",
            "leaf.segment.enabled=true",
            "leaf.segment.auto-create.enabled=true"
        })
class DataR2dbcSliceTest {

    @Autowired
    private Documents documents;

    @Test
    void entityGetsItsId() {
        Document saved = documents.save(new Document(null, "contract")).block(Duration.ofMinutes(1));

        assertThat(saved).isNotNull();
        assertThat(saved.id()).containsOnlyDigits();
    }
}
