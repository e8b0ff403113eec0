package io.leafid.integration.mybatisplus;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import io.leafid.data.LeafId;

/** The entity that the manual shows. */
@TableName("shop_order")
class ShopOrder {

    @TableId(type = IdType.ASSIGN_ID)
    @LeafId("order")
    Long id;

    String item;
}
