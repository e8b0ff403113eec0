package io.leafid.autoconfigure.properties.rules;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;

/**
 * The texts of problems: {@code problems.properties}, which is read when the first problem is found. In a text <code>{}</code> stands for the
 * key of the setting, and <code>{group}</code> for the group that it belongs to. Stateless.
 */
final class ProblemTexts {

    private static final Properties TEXTS = read();

    private ProblemTexts() {}

    private static Properties read() {
        try {
            return PropertiesLoaderUtils.loadProperties(
                    new ClassPathResource("problems.properties", ProblemTexts.class));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** The text of a code, of a kind such as remedy; if there is none, that of the code before the last dot. */
    static String of(String code, String kind, String key, Object... values) {
        String text = TEXTS.getProperty(code + "." + kind);
        if (text == null) {
            return of(code.substring(0, code.lastIndexOf('.')), kind, key, values);
        }
        String name = key.replace("%", "%%");
        return text.replace("{}", name)
                .replace("{group}", name.substring(0, name.lastIndexOf('.')))
                .formatted(values);
    }
}
