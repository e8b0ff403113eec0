package io.leafid.workerid.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A JSON object of texts and whole numbers: all that nodes hold, ours and the original's. Immutable. What is not such an
 * object reads as an empty one, because any client may write to a node.
 *
 * @param fields the values by name: a {@link String}, or a {@link Long}
 */
record FlatJson(Map<String, Object> fields) {

    /** Longer data is not ours; also bounds what the patterns below are let loose on. */
    private static final int MAX_LENGTH = 4_096;

    private static final String TEXT = "\"((?:[^\"\\\\]|\\\\.)*+)\"";
    private static final Pattern FIELD =
            Pattern.compile("\\s*+" + TEXT + "\\s*+:\\s*+(?:" + TEXT + "|(-?\\d{1,18})|true|false|null)\\s*+([,}])");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(u[0-9a-fA-F]{4}|.)");

    /** An object without fields. */
    static final FlatJson EMPTY = new FlatJson(Map.of());

    FlatJson {
        fields = Map.copyOf(fields);
    }

    /** Reads an object; an empty one if the data is anything else. */
    static FlatJson parse(byte[] data) {
        String text = new String(data, StandardCharsets.UTF_8).strip();
        if (text.length() > MAX_LENGTH || !text.startsWith("{")) {
            return EMPTY;
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        Matcher field = FIELD.matcher(text);
        int end = 1;
        while (field.find(end) && field.start() == end) {
            put(fields, field);
            end = field.end();
            if (field.group(4).equals("}")) {
                return (end == text.length()) ? new FlatJson(fields) : EMPTY;
            }
        }
        return EMPTY;
    }

    private static void put(Map<String, Object> fields, Matcher field) {
        String name = unescaped(field.group(1));
        if (field.group(2) != null) {
            fields.put(name, unescaped(field.group(2)));
        } else if (field.group(3) != null) {
            fields.put(name, Long.valueOf(field.group(3)));
        }
    }

    private static String unescaped(String text) {
        return ESCAPE.matcher(text).replaceAll(escape -> Matcher.quoteReplacement(character(escape)));
    }

    private static String character(MatchResult escape) {
        String code = escape.group(1);
        return switch (code.charAt(0)) {
            case 'u' -> (code.length() > 1) ? Character.toString(Integer.parseInt(code.substring(1), 16)) : code;
            case 'n' -> "\n";
            case 't' -> "\t";
            case 'r' -> "\r";
            case 'b' -> "\b";
            case 'f' -> "\f";
            default -> code;
        };
    }

    Optional<String> text(String name) {
        return Optional.ofNullable(fields.get(name))
                .filter(String.class::isInstance)
                .map(String.class::cast);
    }

    OptionalLong number(String name) {
        return (fields.get(name) instanceof Long number) ? OptionalLong.of(number) : OptionalLong.empty();
    }

    /** The object with one more text; fields are written in the order of their names. */
    FlatJson with(String name, String value) {
        return plus(name, value);
    }

    /** The object with one more number. */
    FlatJson with(String name, long value) {
        return plus(name, value);
    }

    private FlatJson plus(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(fields);
        more.put(name, value);
        return new FlatJson(more);
    }

    byte[] bytes() {
        return toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return fields.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(field -> quoted(field.getKey()) + ":" + written(field.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String written(Object value) {
        return (value instanceof Long number) ? number.toString() : quoted(value.toString());
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append("\\u%04x".formatted((int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
