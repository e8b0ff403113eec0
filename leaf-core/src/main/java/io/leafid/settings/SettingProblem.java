package io.leafid.settings;

import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A component of a settings record whose value cannot be used. Immutable.
 *
 * <p>In the texts, <code>{loadTimeout}</code> stands for a component of the same record: here it becomes words, where settings are
 * written it becomes their key.
 *
 * @param component name of the component, as in the record
 * @param value what it is
 * @param problem what is wrong with it, to follow its name
 * @param remedy what to write instead, or {@code null} where any value in range will do
 */
public record SettingProblem(
        String component,
        Object value,
        String problem,
        @Nullable String remedy) {

    /** The problem for a reader who knows the record, such as "max step must be at least 1, but is 0". */
    public String message() {
        return "%s %s, but is %s".formatted(words(component), named(problem, SettingProblem::words), value);
    }

    /** A text with the names of its components filled in. */
    public static String named(String text, UnaryOperator<String> names) {
        StringBuilder named = new StringBuilder();
        int done = 0;
        for (int open = text.indexOf('{'); open >= 0; open = text.indexOf('{', done)) {
            int close = text.indexOf('}', open);
            named.append(text, done, open).append(names.apply(text.substring(open + 1, close)));
            done = close + 1;
        }
        return named.append(text, done, text.length()).toString();
    }

    private static String words(String component) {
        StringBuilder words = new StringBuilder();
        component
                .chars()
                .forEach(each ->
                        words.append(Character.isUpperCase(each) ? " " : "").append((char) each));
        return words.toString().toLowerCase(Locale.ROOT);
    }
}
