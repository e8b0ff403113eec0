package io.leafid.integration.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerator;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;

/** A slice with its database has Leaf as the application has it. */
@DataJpaTest(properties = {"leaf.segment.enabled=true", "leaf.segment.auto-create.enabled=true"})
class DataJpaSliceTest {

    @Autowired
    private Purchases purchases;

    @Autowired
    private IdGenerator ids;

    @Test
    void entityGetsItsId() {
        long id = purchases.saveAndFlush(new Shapes.Purchase("book")).id;

        assertThat(ids.nextId("purchases")).isEqualTo(id + 1);
    }
}
