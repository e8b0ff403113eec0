package io.leafid.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * The name of a table as it may stand in SQL: an identifier, optionally behind a schema and a dot. Immutable.
 *
 * <p>Names come from the configuration and cannot be bound as parameters, so they are checked once, here.
 *
 * @param value the name, for example {@code leaf_alloc} or {@code ids.leaf_alloc}
 */
public record TableName(String value) {

    /** The names that every dialect accepts. */
    private static final int MAX_LENGTH = 63;

    /** Checks that the name needs no quotes. */
    public TableName {
        int dot = value.indexOf('.');
        boolean isValid = isIdentifier(value.substring(dot + 1)) && (dot < 0 || isIdentifier(value.substring(0, dot)));
        if (!isValid) {
            throw new IllegalArgumentException(
                    "'%s' is not a table name; write an unquoted identifier of letters, digits, '_' and '$', "
                                    .formatted(value)
                            + "at most 63 characters, optionally with a schema: leaf_alloc or ids.leaf_alloc");
        }
    }

    static boolean isIdentifier(String text) {
        if (text.isEmpty()
                || text.length() > MAX_LENGTH
                || Character.isDigit(text.charAt(0))
                || text.charAt(0) == '$') {
            return false;
        }
        for (int i = 0; i < text.length(); i++) { // a stream would cost a start 20 ms
            char each = text.charAt(i);
            if (each != '_' && each != '$' && (each >= 0x80 || !Character.isLetterOrDigit(each))) {
                return false;
            }
        }
        return true;
    }

    /** The schema that the name begins with, or nothing. */
    @Nullable String schema() {
        int dot = value.indexOf('.');
        return (dot < 0) ? null : value.substring(0, dot);
    }

    String table() {
        return value.substring(value.indexOf('.') + 1);
    }

    /** The name itself, so that it can be put into a statement. */
    @Override
    public String toString() {
        return value;
    }
}
