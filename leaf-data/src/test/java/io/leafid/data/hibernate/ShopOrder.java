package io.leafid.data.hibernate;

import io.leafid.data.LeafId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** The entity that the manual shows. */
@Entity
@Table(name = "shop_order")
class ShopOrder {

    @Id
    @LeafId // ids of tag "shop_order"
    private Long id;

    @LeafId("tracking") // a second number, which is no key
    private String trackingNumber;

    private String item;

    protected ShopOrder() {}

    ShopOrder(String item) {
        this.item = item;
    }

    Long id() {
        return id;
    }

    String trackingNumber() {
        return trackingNumber;
    }

    String item() {
        return item;
    }
}
