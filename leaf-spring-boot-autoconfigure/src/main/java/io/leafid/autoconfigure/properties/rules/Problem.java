package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.autoconfigure.properties.PublicIdsProperties;
import io.leafid.text.SecretRedactor;
import java.util.Collection;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;

/**
 * A setting that cannot be used. Secrets in its value are hidden. Immutable.
 *
 * @param key the property
 * @param value its value, or {@code null} if it is a secret, not one value but a group, or a default
 * @param origin the place where that was written, or {@code null} if that is unknown
 * @param problem the reason why it cannot be used
 * @param remedy the text to write instead
 */
record Problem(String key, @Nullable String value, @Nullable String origin, String problem, String remedy) {

    Problem {
        value = (value == null || key.startsWith(PublicIdsProperties.KEYS))
                ? null
                : SecretRedactor.redactValue(key, value);
    }

    /** The problem of a property as it was written, if it was, with or without its value. */
    static Problem of(
            String key, @Nullable ConfigurationProperty written, boolean showValue, String problem, String remedy) {
        String value = (written == null || !showValue) ? null : String.valueOf(written.getValue());
        String origin = (written == null || written.getOrigin() == null)
                ? null
                : written.getOrigin().toString();
        return new Problem(key, value, origin, problem, remedy);
    }

    /** The failure that reports all of them at once. */
    static LeafStartException failureOf(Collection<Problem> problems) {
        String description = problems.stream()
                .map(each -> "%s%n        %s%n".formatted(each.setting(), each.problem))
                .collect(Collectors.joining(
                        "%n".formatted(), "Leaf cannot start with these settings:%n%n".formatted(), ""));
        String action = problems.stream().map(Problem::remedy).distinct().collect(Collectors.joining("%n".formatted()));
        return new LeafStartException(description.stripTrailing(), action, null);
    }

    /** The setting and its origin. */
    String setting() {
        String setting = (value == null) ? key : key + " = " + value;
        return (origin == null) ? "    " + setting : "    %s%n        from %s".formatted(setting, origin);
    }
}
