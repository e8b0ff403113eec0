package io.leafid.integration.mybatisplus;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import io.leafid.data.LeafId;
import org.apache.ibatis.annotations.Mapper;

/** Entities as MyBatis-Plus knows them. */
final class Entities {

    private Entities() {}

    /** Nothing of Leaf's: the tag is the table. */
    @TableName("Purchases")
    static class Purchase {

        Long id;

        String item;

        Purchase() {}

        Purchase(String item) {
            this.item = item;
        }

        public Long getId() {
            return id;
        }
    }

    @TableName("counter")
    static class Counter {

        @LeafId("counters of the shop")
        @TableId(type = IdType.ASSIGN_ID)
        long id;

        String name = "";
    }

    @TableName("document")
    static class Document {

        @LeafId
        @TableId(type = IdType.ASSIGN_ID)
        String id;

        String title = "";
    }

    @TableName("`Order`")
    static class Quoted {

        @LeafId
        @TableId(type = IdType.ASSIGN_ID)
        Long id;

        String item = "";
    }

    @Mapper
    interface Purchases extends BaseMapper<Purchase> {}

    @Mapper
    interface ShopOrders extends BaseMapper<ShopOrder> {}

    @Mapper
    interface Counters extends BaseMapper<Counter> {}

    @Mapper
    interface Documents extends BaseMapper<Document> {}

    @Mapper
    interface QuotedOnes extends BaseMapper<Quoted> {}
}
