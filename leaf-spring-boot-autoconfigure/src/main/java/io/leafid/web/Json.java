package io.leafid.web;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes maps, iterables, records, texts and numbers as JSON. Stateless.
 *
 * <p>A {@code long} becomes a text, because JavaScript loses digits of numbers above 2⁵³; an absent value is left out of
 * a record. What a page may embed is escaped too, so that no tag can end a script.
 */
final class Json {

    private Json() {}

    static String of(@Nullable Object value) {
        StringBuilder json = new StringBuilder(256);
        write(json, value);
        return json.toString();
    }

    private static void write(StringBuilder json, @Nullable Object value) {
        if (value == null || value instanceof Boolean || value instanceof Integer || value instanceof Double) {
            json.append(value);
        } else if (value instanceof Map<?, ?> map) {
            writeMap(json, map);
        } else if (value instanceof Iterable<?> items) {
            writeItems(json, items);
        } else if (value instanceof long[] numbers) {
            writeNumbers(json, numbers);
        } else if (value instanceof Record fields) {
            writeRecord(json, fields);
        } else {
            writeText(json, value.toString()); // texts, enums, instants, durations and longs
        }
    }

    private static void writeMap(StringBuilder json, Map<?, ?> map) {
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

    private static void writeItems(StringBuilder json, Iterable<?> items) {
        char separator = '[';
        for (Object item : items) {
            json.append(separator);
            write(json, item);
            separator = ',';
        }
        json.append(separator == '[' ? "[]" : "]");
    }

    private static void writeNumbers(StringBuilder json, long[] numbers) {
        char separator = '[';
        for (long number : numbers) {
            json.append(separator).append('"').append(number).append('"');
            separator = ',';
        }
        json.append(separator == '[' ? "[]" : "]");
    }

    private static void writeRecord(StringBuilder json, Record fields) {
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
            return component.getAccessor().invoke(fields);
        } catch (IllegalAccessException | InvocationTargetException ex) {
            throw new IllegalStateException("cannot read " + component, ex);
        }
    }

    private static void writeText(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isPlain = c >= ' ' && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&' && c < 0x7f;
            if (isPlain || Character.isLetterOrDigit(c)) {
                json.append(c);
            } else {
                json.append("\\u%04x".formatted((int) c));
            }
        }
        json.append('"');
    }
}
