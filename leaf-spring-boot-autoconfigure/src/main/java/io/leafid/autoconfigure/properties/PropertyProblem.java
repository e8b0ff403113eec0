package io.leafid.autoconfigure.properties;

import io.leafid.text.SecretRedactor;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A setting that cannot be used. Secrets in its value are hidden. Immutable.
 *
 * @param key the property
 * @param value what it is set to, or {@code null} if it is a secret, not one value but a group, or a default
 * @param origin where that was written, or {@code null} if that is unknown
 * @param problem what is wrong with it
 * @param remedy what to write instead
 */
record PropertyProblem(
        String key, @Nullable String value, @Nullable String origin, String problem, String remedy) {

    PropertyProblem {
        value = (value == null || key.startsWith(PublicIdsProperties.KEYS))
                ? null
                : SecretRedactor.redactValue(key, value);
    }

    /** The failure that is reported for settings that cannot be used, all of them at once. */
    static LeafStartException failureOf(List<PropertyProblem> problems, @Nullable Throwable cause) {
        String description = problems.stream()
                .map(PropertyProblem::description)
                .collect(Collectors.joining(
                        "%n".formatted(), "Leaf cannot start with these settings:%n%n".formatted(), ""))
                .stripTrailing();
        String action =
                problems.stream().map(PropertyProblem::remedy).distinct().collect(Collectors.joining("%n".formatted()));
        return new LeafStartException(description, action, cause);
    }

    /** For the description of a failure: the setting, its origin and what is wrong with it. */
    String description() {
        return "%s%n        %s%n".formatted(setting(), problem);
    }

    /** The setting and its origin. */
    String setting() {
        String setting = (value == null) ? key : key + " = " + value;
        String from = (origin == null) ? "" : "%n        from %s".formatted(origin);
        return "    %s%s".formatted(setting, from);
    }
}
