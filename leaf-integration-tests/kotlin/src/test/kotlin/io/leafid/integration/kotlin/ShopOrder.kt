package io.leafid.integration.kotlin

import io.leafid.data.LeafId
import jakarta.persistence.Entity
import jakarta.persistence.Id
import jakarta.persistence.Table

@Entity
@Table(name = "shop_order")
class ShopOrder(
    var item: String,
    @Id @LeafId val id: Long? = null, // ids of tag "shop_order"
    @LeafId("tracking") var trackingNumber: String? = null, // a second number, which is no key
)
