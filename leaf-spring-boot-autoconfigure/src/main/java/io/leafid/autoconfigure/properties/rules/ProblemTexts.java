package io.leafid.autoconfigure.properties.rules;

import java.util.Locale;
import java.util.ResourceBundle;

/**
 * The texts of problems: {@code problems.properties}, which is read when the first problem is found. In a text <code>{}</code> stands for the
 * key of the setting, and <code>{group}</code> for the group that it belongs to. Stateless.
 */
final class ProblemTexts {

    private static final ResourceBundle TEXTS =
            ResourceBundle.getBundle(ProblemTexts.class.getPackageName() + ".problems", Locale.ROOT);

    private ProblemTexts() {}

    /** The text of a code, of a kind such as remedy; if there is none, that of the code before the last dot. */
    static String of(String code, String kind, String key, Object... values) {
        String entry = code + "." + kind;
        if (!TEXTS.containsKey(entry)) {
            return of(code.substring(0, code.lastIndexOf('.')), kind, key, values);
        }
        String name = key.replace("%", "%%");
        return TEXTS.getString(entry)
                .replace("{}", name)
                .replace("{group}", name.substring(0, name.lastIndexOf('.')))
                .formatted(values);
    }
}
