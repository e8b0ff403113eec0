package io.leafid.autoconfigure.properties;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.util.ClassUtils;

/** Says what to write where a value cannot be converted to what its property needs. Stateless. */
final class UnreadableValues {

    private static final String TAGS = """
            Write a group for each tag that has settings, and nothing for one that has none; tags are rows of the table:

                leaf.tags.order.preload=true
                leaf.tags[shop:order].max-step=100000""";

    private UnreadableValues() {}

    static PropertyProblem problemOf(BindException failure) {
        ConfigurationProperty property = failure.getProperty();
        String key = (property == null ? failure.getName() : property.getName()).toString();
        String value = (property == null) ? null : String.valueOf(property.getValue());
        String origin = LeafEnvironment.originOf(property);
        Class<?> type = ClassUtils.resolvePrimitiveIfNecessary(
                failure.getTarget().getType().resolve(Object.class));
        if (type == Map.class || type == TagProperties.class) {
            return new PropertyProblem(key, value, origin, "is not a map from tags to their settings", TAGS);
        }
        if (type.isRecord() && type.getPackage().equals(UnreadableValues.class.getPackage())) {
            String remedy = "Remove %1$s and set what begins with %1$s. instead.".formatted(key);
            return new PropertyProblem(key, null, origin, "is a group of settings and has no value of its own", remedy);
        }
        String expected = expected(type);
        String problem = (expected == null) ? reason(failure) : "is not " + expected;
        String remedy = (expected == null) ? "Correct " + key + "." : "Set %s to %s.".formatted(key, expected);
        return new PropertyProblem(key, value, origin, problem, remedy);
    }

    private static String reason(BindException failure) {
        Throwable root = NestedExceptionUtils.getMostSpecificCause(failure);
        return (root.getMessage() == null) ? root.toString() : root.getMessage();
    }

    private static @Nullable String expected(Class<?> type) {
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", ", "one of ", ""));
        }
        if (type == Boolean.class) {
            return "true or false";
        }
        if (type == Duration.class) {
            return "a duration such as 500ms, 10s or 15m";
        }
        if (type == Integer.class || type == Long.class) {
            return "a whole number of at most " + (type == Integer.class ? Integer.MAX_VALUE : Long.MAX_VALUE);
        }
        if (type == Double.class) {
            return "a number such as 0.1";
        }
        return (type == Instant.class) ? "an instant such as 2010-11-04T01:42:54.657Z" : null;
    }
}
