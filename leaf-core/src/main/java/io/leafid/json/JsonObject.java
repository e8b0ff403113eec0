package io.leafid.json;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A JSON object of texts, whole numbers and truth values, without nested ones. Immutable.
 *
 * @param fields the values by name, in the order in which they were written: each a {@link String}, a {@link Long} or a
 *     {@link Boolean}; a field that is {@code null} in the text is absent
 */
public record JsonObject(Map<String, Object> fields) {

    public static final JsonObject EMPTY = new JsonObject(Map.of());

    /** Copies the fields, keeping their order. */
    public JsonObject {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /**
     * Reads an object.
     *
     * @param text the JSON text; white space around the object is allowed, anything else is not
     * @param maxLength how many characters the text may have
     * @throws IllegalArgumentException if the text is longer, or is no such object; the message says what is wrong, and where
     */
    public static JsonObject read(String text, int maxLength) {
        if (text.length() > maxLength) {
            throw new IllegalArgumentException(
                    "JSON of %s characters, more than %s".formatted(text.length(), maxLength));
        }
        return new JsonObject(new JsonReader(text).object());
    }

    /**
     * Reads an array of objects, of which one at a time is in memory.
     *
     * @param text the JSON text; white space around the array is allowed, anything else is not
     * @param maxLength how many characters the text may have
     * @param items takes each object as soon as it was read
     * @throws IllegalArgumentException if the text is longer, or is no array of such objects; the message says what is wrong, and where
     * @throws IOException if the text cannot be read to its end
     */
    public static void readArray(Reader text, long maxLength, Consumer<JsonObject> items) throws IOException {
        new JsonArrayReader(text, maxLength).forEach(fields -> items.accept(new JsonObject(fields)));
    }

    /** The text of a field; empty if there is no such field, or it is no text. */
    public Optional<String> text(String name) {
        return (fields.get(name) instanceof String text) ? Optional.of(text) : Optional.empty();
    }

    /** The number of a field; empty if there is no such field, or it is no number. */
    public OptionalLong number(String name) {
        return (fields.get(name) instanceof Long number) ? OptionalLong.of(number) : OptionalLong.empty();
    }

    /** The object with one more text, or another one. */
    public JsonObject with(String name, String value) {
        return plus(name, value);
    }

    /** The object with one more number, or another one. */
    public JsonObject with(String name, long value) {
        return plus(name, value);
    }

    private JsonObject plus(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(fields);
        more.put(name, value);
        return new JsonObject(more);
    }

    /** The JSON text in UTF-8. */
    public byte[] bytes() {
        return toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The object as JSON without white space, its fields sorted by name. */
    @Override
    public String toString() {
        return JsonWriter.forRegistries().write(new TreeMap<>(fields));
    }
}
