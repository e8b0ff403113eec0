package io.leafid.data.jdbc;

import io.leafid.data.LeafId;
import java.util.List;
import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Table;

/** The aggregate that the manual shows. */
@Table("shop_order")
record ShopOrder(@Id @LeafId Long id, String item, List<ShopOrderLine> lines) {

    @Table("shop_order_line")
    record ShopOrderLine(@Id @LeafId Long id, String text) {}
}
