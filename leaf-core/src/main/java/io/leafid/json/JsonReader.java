package io.leafid.json;

import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reader of one flat JSON object, as RFC 8259 writes it and no more leniently. Used once, by one thread.
 *
 * <p>It never recurses and looks at each character once, so that its time and its stack are bounded by the text's length.
 */
final class JsonReader {

    private static final int HEX = 16;
    private static final int CODE_LENGTH = 4;

    private final String text;
    private int position;

    JsonReader(String text) {
        this.text = text;
    }

    /** The fields of the object that the whole text is. */
    Map<String, Object> object() {
        Map<String, Object> fields = new LinkedHashMap<>();
        Set<String> names = new HashSet<>();
        skipSpace();
        expect('{');
        skipSpace();
        if (peek() != '}') {
            field(fields, names);
            while (peek() == ',') {
                position++;
                skipSpace();
                field(fields, names);
            }
        }
        expect('}');
        skipSpace();
        if (position < text.length()) {
            throw malformed("the end");
        }
        return fields;
    }

    private void field(Map<String, Object> fields, Set<String> names) {
        int start = position;
        String name = string();
        skipSpace();
        expect(':');
        skipSpace();
        Object value = value();
        skipSpace();
        if (!names.add(name)) {
            throw new IllegalArgumentException("a field is named twice, again at character %s".formatted(start + 1));
        }
        if (value != null) {
            fields.put(name, value);
        }
    }

    private @Nullable Object value() {
        char c = peek();
        if (c == '"') {
            return string();
        }
        if (c == '-' || isDigit(c)) {
            return number();
        }
        if (isNext("true") || isNext("false")) {
            return c == 't';
        }
        if (isNext("null")) {
            return null;
        }
        throw malformed("a text, a whole number, true, false or null");
    }

    private boolean isNext(String word) {
        boolean isNext = text.startsWith(word, position);
        position += isNext ? word.length() : 0;
        return isNext;
    }

    private Long number() {
        int start = position;
        position += (peek() == '-') ? 1 : 0;
        int firstDigit = position;
        while (isDigit(peek())) {
            position++;
        }
        boolean isWritten = position > firstDigit && (text.charAt(firstDigit) != '0' || position == firstDigit + 1);
        try {
            if (isWritten) {
                return Long.valueOf(text.substring(start, position));
            }
        } catch (NumberFormatException ex) {
            // more than a long has room for; reported below like any other number that is none
        }
        position = start;
        throw malformed("a whole number of at most 63 bits");
    }

    private String string() {
        expect('"');
        StringBuilder string = new StringBuilder();
        while (peek() != '"') {
            char c = next();
            if (c < ' ') {
                position--;
                throw malformed("an escaped control character");
            }
            string.append((c == '\\') ? escaped() : c);
        }
        position++;
        return string.toString();
    }

    private char escaped() {
        char c = next();
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> code();
            default -> {
                position--;
                throw malformed("an escape that JSON has");
            }
        };
    }

    private char code() {
        int code = 0;
        for (int i = 0; i < CODE_LENGTH; i++) {
            char digit = next();
            if (!HexFormat.isHexDigit(digit)) {
                position--;
                throw malformed("a hexadecimal digit");
            }
            code = code * HEX + HexFormat.fromHexDigit(digit);
        }
        return (char) code;
    }

    private void skipSpace() {
        while (position < text.length() && " \t\n\r".indexOf(text.charAt(position)) >= 0) {
            position++;
        }
    }

    private void expect(char wanted) {
        if (peek() != wanted) {
            throw malformed("'" + wanted + "'");
        }
        position++;
    }

    private char next() {
        char c = peek();
        if (position == text.length()) {
            throw malformed("the rest of a text");
        }
        position++;
        return c;
    }

    /** The character to be read next; 0, which stands nowhere in JSON, at the end. */
    private char peek() {
        return (position < text.length()) ? text.charAt(position) : 0;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private IllegalArgumentException malformed(String wanted) {
        return new IllegalArgumentException("%s is missing at character %s".formatted(wanted, position + 1));
    }
}
