package io.leafid.integration.jooq;

import org.jooq.TableField;
import org.jooq.UniqueKey;
import org.jooq.impl.CustomRecord;
import org.jooq.impl.CustomTable;
import org.jooq.impl.DSL;
import org.jooq.impl.Internal;
import org.jooq.impl.SQLDataType;

/** A table as jOOQ's generator of code writes it. */
final class Purchases extends CustomTable<Purchases.Row> {

    private static final long serialVersionUID = 1L;

    static final Purchases PURCHASES = new Purchases();

    final TableField<Row, Long> id = createField(DSL.name("id"), SQLDataType.BIGINT.notNull());
    final TableField<Row, String> item = createField(DSL.name("item"), SQLDataType.VARCHAR(100));

    private Purchases() {
        super(DSL.name("purchases"));
    }

    @Override
    @SuppressWarnings({"rawtypes", "unchecked"}) // an array has no type arguments
    public UniqueKey<Row> getPrimaryKey() {
        return Internal.createUniqueKey(this, DSL.name("purchases_key"), new TableField[] {id}, true);
    }

    @Override
    public Class<Row> getRecordType() {
        return Row.class;
    }

    /** A row of it. */
    static final class Row extends CustomRecord<Row> {

        private static final long serialVersionUID = 1L;

        Row() {
            super(PURCHASES);
        }
    }
}
