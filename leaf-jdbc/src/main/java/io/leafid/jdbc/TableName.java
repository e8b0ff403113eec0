package io.leafid.jdbc;

import java.util.regex.Pattern;
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
    private static final String IDENTIFIER = "[A-Za-z_][A-Za-z0-9_$]{0,62}";

    private static final Pattern NAME = Pattern.compile("(?:" + IDENTIFIER + "[.])?" + IDENTIFIER);

    /** Checks that the name needs no quotes. */
    public TableName {
        if (!NAME.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "'%s' is not a table name; write an unquoted identifier of letters, digits, '_' and '$', "
                                    .formatted(value)
                            + "at most 63 characters, optionally with a schema: leaf_alloc or ids.leaf_alloc");
        }
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
