package io.leafid.jdbc;

/**
 * The name of a column as it may stand in SQL: a table, a dot and an identifier. Immutable.
 *
 * @param table the table
 * @param column the column's name without the table
 */
public record ColumnName(TableName table, String column) {

    /** Checks that the name needs no quotes. */
    public ColumnName {
        if (!TableName.isIdentifier(column)) {
            throw new IllegalArgumentException("'%s.%s' is not the name of a column".formatted(table, column));
        }
    }

    /**
     * Reads {@code shop_order.id} or {@code sales.shop_order.id}.
     *
     * @throws IllegalArgumentException if it is neither
     */
    public static ColumnName of(String text) {
        int dot = text.lastIndexOf('.');
        if (dot <= 0) {
            throw new IllegalArgumentException(
                    "'%s' is not the name of a column; write the table, a dot and the column: shop_order.id"
                            .formatted(text));
        }
        return new ColumnName(new TableName(text.substring(0, dot)), text.substring(dot + 1));
    }

    /** The name with its table, so that it can be put into a message. */
    @Override
    public String toString() {
        return table + "." + column;
    }
}
