package io.leafid.autoconfigure.properties.rules;

import io.leafid.text.SecretRedactor;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.Environment;

/** A setting as it was written, for an explanation. Stateless. */
final class WrittenSetting {

    private static final String LINE = System.lineSeparator();

    private static final Pattern PLAIN_TAG = Pattern.compile("^leaf\\.tags\\.([^.\\[]+)");

    private WrittenSetting() {}

    /** The setting with value and origin; its value is hidden if it is secret. */
    static String describe(String key, ConfigurationProperty written) {
        String setting =
                "    %s = %s".formatted(key, SecretRedactor.redactValue(key, String.valueOf(written.getValue())));
        return (written.getOrigin() == null) ? setting : setting + LINE + "        from " + written.getOrigin();
    }

    /** A setting without placeholders resolved; {@code null} if it is not written. */
    static @Nullable ConfigurationProperty find(Environment environment, String key) {
        String inBrackets = PLAIN_TAG.matcher(key).replaceFirst("leaf.tags[$1]"); // which Boot takes for another name
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            for (String each : List.of(key, inBrackets)) {
                ConfigurationProperty property =
                        source.getConfigurationProperty(ConfigurationPropertyName.adapt(each, '.'));
                if (property != null) {
                    return property;
                }
            }
        }
        return null;
    }

    /** A name with its elements as they were written: the name of another tag would be configured in silence. */
    static String nameOf(ConfigurationPropertyName name) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < name.getNumberOfElements(); i++) {
            String element = name.getElement(i, Form.ORIGINAL);
            boolean isKey = !element.matches("[A-Za-z0-9_-]+");
            text.append(isKey ? "[" + element + "]" : (i == 0) ? element : "." + element);
        }
        return text.toString();
    }
}
