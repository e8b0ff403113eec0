package io.leafid.json;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writer of maps, iterables, records, texts and numbers as JSON without white space. Immutable.
 *
 * <p>An absent value is left out of a record.
 */
public final class JsonWriter {

    private static final JsonWriter FOR_REGISTRIES = new JsonWriter(false);
    private static final JsonWriter FOR_BROWSERS = new JsonWriter(true);

    private final boolean isForBrowsers;

    private JsonWriter(boolean isForBrowsers) {
        this.isForBrowsers = isForBrowsers;
    }

    /** For nodes and files: a {@code long} is a number, and nothing is escaped but what must be. */
    static JsonWriter forRegistries() {
        return FOR_REGISTRIES;
    }

    /**
     * For answers over HTTP: a {@code long} becomes a text, because JavaScript loses digits of numbers above 2⁵³, and what
     * a page may embed is escaped, so that no tag can end a script.
     */
    public static JsonWriter forBrowsers() {
        return FOR_BROWSERS;
    }

    public String write(@Nullable Object value) {
        StringBuilder json = new StringBuilder(256);
        write(json, value);
        return json.toString();
    }

    private void write(StringBuilder json, @Nullable Object value) {
        if (value == null || value instanceof Boolean || value instanceof Integer || value instanceof Double) {
            json.append(value);
        } else if (value instanceof Long number && !isForBrowsers) {
            json.append(number);
        } else if (value instanceof Map<?, ?> map) {
            writeMap(json, map);
        } else if (value instanceof Iterable<?> items) {
            writeItems(json, items);
        } else if (value instanceof long[] numbers) {
            writeItems(json, Arrays.stream(numbers).boxed().toList());
        } else if (value instanceof Record fields) {
            writeRecord(json, fields);
        } else {
            writeText(json, value.toString()); // texts, enums, instants, durations, and longs for browsers
        }
    }

    private void writeMap(StringBuilder json, Map<?, ?> map) {
        char separator = '{';
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            json.append(separator);
            writeText(json, String.valueOf(entry.getKey()));
            json.append(':');
            write(json, entry.getValue());
            separator = ',';
        }
        json.append(separator == '{' ? "{}" : "}");
    }

    private void writeItems(StringBuilder json, Iterable<?> items) {
        char separator = '[';
        for (Object item : items) {
            json.append(separator);
            write(json, item);
            separator = ',';
        }
        json.append(separator == '[' ? "[]" : "]");
    }

    private void writeRecord(StringBuilder json, Record fields) {
        char separator = '{';
        for (RecordComponent component : fields.getClass().getRecordComponents()) {
            Object value = valueOf(component, fields);
            if (value != null) {
                json.append(separator).append('"').append(component.getName()).append("\":");
                write(json, value);
                separator = ',';
            }
        }
        json.append(separator == '{' ? "{}" : "}");
    }

    private static @Nullable Object valueOf(RecordComponent component, Record fields) {
        try {
            component.getAccessor().setAccessible(true); // the record may be of another package, and not public
            return component.getAccessor().invoke(fields);
        } catch (IllegalAccessException | InvocationTargetException ex) {
            throw new IllegalStateException("cannot read " + component, ex);
        }
    }

    private void writeText(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isForBrowsers ? isHarmless(c) : (c >= ' ' && c != '"' && c != '\\')) {
                json.append(c);
            } else if (!isForBrowsers && c >= ' ') {
                json.append('\\').append(c);
            } else {
                json.append("\\u%04x".formatted((int) c));
            }
        }
        json.append('"');
    }

    private static boolean isHarmless(char c) {
        boolean isPlain = c >= ' ' && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&' && c < 0x7f;
        return isPlain || Character.isLetterOrDigit(c);
    }
}
