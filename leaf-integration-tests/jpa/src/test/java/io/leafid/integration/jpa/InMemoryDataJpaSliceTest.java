package io.leafid.integration.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.test.InMemoryLeaf;
import io.leafid.test.segment.InMemorySegmentStore;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;

/** A slice has ids from memory, also where the application has them from an id service. */
@DataJpaTest(properties = {"leaf.segment.enabled=true", "leaf.remote.services=http://localhost:1"})
@InMemoryLeaf
class InMemoryDataJpaSliceTest {

    @Autowired
    private Purchases purchases;

    @Autowired
    private InMemorySegmentStore store;

    @Test
    void entityGetsItsIdFromAStoreInMemory() {
        assertThat(purchases.saveAndFlush(new Shapes.Purchase("book")).id).isEqualTo(1);
        assertThat(store.maxId("purchases")).isGreaterThan(1);
    }
}
