package io.leafid.integration.datar2dbc;

import io.leafid.data.LeafId;
import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Table;

/** The entity that the manual shows. */
@Table("shop_order")
record ShopOrder(@Id @LeafId Long id, String item) {}
