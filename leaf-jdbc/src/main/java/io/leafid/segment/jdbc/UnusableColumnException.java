package io.leafid.segment.jdbc;

import io.leafid.jdbc.ColumnName;

/** A column with which the ids of a tag are to be compared cannot be read. */
public final class UnusableColumnException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final String tag;

    UnusableColumnException(String tag, ColumnName column, String reason) {
        super("the ids of tag '%s' cannot be compared with %s: %s".formatted(tag, column, reason));
        this.tag = tag;
    }

    public String tag() {
        return tag;
    }
}
