package io.leafid.json;

import java.io.IOException;
import java.io.Reader;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Reader of an array of flat JSON objects that comes bit by bit, of which one object at a time is in memory. Used once, by one thread.
 */
final class JsonArrayReader {

    /** The most characters of one object. */
    private static final int MAX_OBJECT = 4_096;

    private static final int END = -1;

    private final Reader text;
    private final long maxLength;
    private long position;

    /** The character at the position; {@link #END} behind the last one. */
    private int current;

    /** Makes a reader of a text that may have so many characters. */
    JsonArrayReader(Reader text, long maxLength) {
        this.text = text;
        this.maxLength = maxLength;
    }

    /** Takes the objects of the array that the whole text is. */
    void forEach(Consumer<Map<String, Object>> items) throws IOException {
        current = text.read();
        skipSpace();
        expect('[');
        skipSpace();
        if (current != ']') {
            item(items);
            while (current == ',') {
                advance();
                item(items);
            }
        }
        expect(']');
        skipSpace();
        if (current != END) {
            throw malformed("the end");
        }
    }

    /** One object and the space around it. */
    private void item(Consumer<Map<String, Object>> items) throws IOException {
        skipSpace();
        if (current != '{') {
            throw malformed("'{'");
        }
        items.accept(new JsonReader(untilBrace()).object());
        skipSpace();
    }

    /** The text up to the first closing brace that is in no string, since no object is within another one. */
    private String untilBrace() throws IOException {
        StringBuilder item = new StringBuilder();
        boolean isInString = false;
        boolean isEscaped = false;
        while (isInString || current != '}') {
            if (current == END || item.length() == MAX_OBJECT) {
                throw malformed("'}'");
            }
            item.append((char) current);
            isInString ^= current == '"' && !isEscaped;
            isEscaped = isInString && !isEscaped && current == '\\';
            advance();
        }
        advance();
        return item.append('}').toString();
    }

    private void skipSpace() throws IOException {
        while (current == ' ' || current == '\t' || current == '\n' || current == '\r') {
            advance();
        }
    }

    private void expect(char wanted) throws IOException {
        if (current != wanted) {
            throw malformed("'" + wanted + "'");
        }
        advance();
    }

    private void advance() throws IOException {
        current = text.read();
        position++;
        if (position > maxLength) {
            throw new IllegalArgumentException("JSON of more than %s characters".formatted(maxLength));
        }
    }

    private IllegalArgumentException malformed(String wanted) {
        return new IllegalArgumentException("%s is missing at character %s".formatted(wanted, position + 1));
    }
}
