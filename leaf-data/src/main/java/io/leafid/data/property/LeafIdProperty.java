package io.leafid.data.property;

import io.leafid.Tags;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A property that carries {@code @LeafId}, with the tag of its ids. Immutable.
 *
 * @param path the entity and the property, as they are named to the user: {@code com.example.Order.id}
 * @param type what the property holds
 * @param tag the tag of its ids, legal
 */
public record LeafIdProperty(String path, Class<?> type, String tag) {

    /**
     * Checks what an entity says.
     *
     * @throws InvalidLeafIdException if the type holds no id or the tag is not legal
     */
    public LeafIdProperty {
        if (!holdsId(type)) {
            throw new InvalidLeafIdException(
                    "%s has @LeafId, but is of type %s, and an id has 64 bits.".formatted(path, type.getTypeName()),
                    "Make it a long or Long, or a String for its text.");
        }
        if (!Tags.isLegal(tag)) {
            throw new InvalidLeafIdException(
                    "%s has @LeafId with a tag that is not legal: '%s'.".formatted(path, tag),
                    "Name a tag of 1 to 128 characters without control characters or surrounding space:"
                            + " @LeafId(\"order\").");
        }
    }

    /**
     * Makes the property of an annotation.
     *
     * @param path the entity and the property
     * @param type what the property holds
     * @param value what the annotation says; empty for the table's name
     * @param table the name of the entity's table
     * @throws InvalidLeafIdException if the type holds no id or the tag is not legal
     */
    public static LeafIdProperty of(String path, Class<?> type, String value, String table) {
        return new LeafIdProperty(path, type, value.isEmpty() ? tagOf(table) : value);
    }

    /** The tag of a table: its name in lower case, whatever the database folds names to, and without quotes. */
    public static String tagOf(String table) {
        return table.replaceAll("[`\"\\[\\]]", "").toLowerCase(Locale.ROOT);
    }

    /** Returns whether a value is none, so that an id is to take its place. */
    public static boolean isUnset(@Nullable Object value) {
        return value == null || (value instanceof Long number && number == 0);
    }

    /** Returns whether a property of a type can hold an id. */
    public static boolean holdsId(Class<?> type) {
        return type == long.class || type == Long.class || type == String.class;
    }

    /** Returns whether it holds the text of an id. */
    public boolean isText() {
        return type == String.class;
    }
}
