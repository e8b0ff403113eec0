package io.leafid.integration.mybatisplus;

import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import com.baomidou.mybatisplus.test.autoconfigure.MybatisPlusTest;
import io.leafid.IdGenerator;
import io.leafid.data.mybatisplus.LeafIdentifierGenerator;
import io.leafid.integration.mybatisplus.Entities.Purchase;
import io.leafid.integration.mybatisplus.Entities.Purchases;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** A slice with its database has Leaf as the application has it. */
@MybatisPlusTest(properties = {"leaf.segment.enabled=true", "leaf.segment.auto-create.enabled=true"})
class MybatisPlusSliceTest {

    @Autowired
    private Purchases purchases;

    @Autowired
    private IdentifierGenerator generator;

    @Autowired
    private IdGenerator ids;

    @Test
    void entityGetsItsId() {
        Purchase purchase = new Purchase("book");

        purchases.insert(purchase);

        assertThat(generator).isInstanceOf(LeafIdentifierGenerator.class);
        assertThat(ids.nextId("purchases")).isEqualTo(purchase.id + 1);
    }
}
