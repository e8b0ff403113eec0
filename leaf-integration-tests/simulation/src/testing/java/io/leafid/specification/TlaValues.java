package io.leafid.specification;

import java.util.LinkedHashMap;
import java.util.Map;

/** Reader of the values that TLC prints: each number or text with its path. For one thread, once. */
final class TlaValues {

    private final String text;
    private final Map<String, String> values = new LinkedHashMap<>();
    private int at;

    private TlaValues(String text) {
        this.text = text;
    }

    /** The parts of the variables of a state, such as {@code run[1].phase}. */
    static Map<String, String> parse(String state) {
        TlaValues reader = new TlaValues(state);
        while (reader.skipTo("/\\")) {
            String variable = reader.word();
            reader.expect("=");
            reader.value(variable);
        }
        return reader.values;
    }

    private boolean skipTo(String mark) {
        int found = text.indexOf(mark, at);
        at = (found < 0) ? text.length() : found + mark.length();
        return found >= 0;
    }

    private void value(String path) {
        skipSpace();
        if (text.startsWith("<<", at)) {
            elements(path);
        } else if (text.charAt(at) == '[') {
            fields(path);
        } else if (text.charAt(at) == '{') {
            int begin = at;
            at = closing(begin) + 1;
            values.put(path, text.substring(begin, at).replaceAll("\\s+", " "));
        } else {
            values.put(path, word());
        }
    }

    private void elements(String path) {
        at += 2;
        for (int i = 1; !isNext(">>"); i++) {
            value(path + "[" + i + "]");
            boolean unused = isNext(",");
        }
    }

    private void fields(String path) {
        at++;
        while (!isNext("]")) {
            String field = word();
            expect("|->");
            value(path + "." + field);
            boolean unused = isNext(",");
        }
    }

    private int closing(int begin) {
        int depth = 0;
        for (int i = begin; i < text.length(); i++) {
            depth += (text.charAt(i) == '{') ? 1 : (text.charAt(i) == '}') ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        throw new IllegalArgumentException("no end of the set at %d in %s".formatted(begin, text));
    }

    private String word() {
        skipSpace();
        int begin = at;
        while (at < text.length() && !Character.isWhitespace(text.charAt(at)) && ",]}>".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(begin, at);
    }

    private boolean isNext(String mark) {
        skipSpace();
        boolean isIt = text.startsWith(mark, at);
        at += isIt ? mark.length() : 0;
        return isIt;
    }

    private void expect(String mark) {
        if (!isNext(mark)) {
            throw new IllegalArgumentException("no %s at %d in %s".formatted(mark, at, text));
        }
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}
