package io.leafid.autoconfigure.properties;

import io.leafid.text.Reasons;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.util.ClassUtils;

/** Says what to write where a value cannot be converted to what its property needs. Stateless. */
final class UnreadableValues {

    private static final String TAGS = """
            Write a group for each tag that has settings, and nothing for one that has none; tags are rows of the table:

                leaf.tags.order.preload=true
                leaf.tags[shop:order].max-step=100000""";

    private static final String DATABASES = """
            Give each database a name:

                leaf.databases.audit.url=jdbc:mysql://localhost:3306/audit""";

    static final String PUBLIC_ID_KEYS = """
            Give each key a name, such as the year:

                leaf.public-ids.keys.k2026=<what `openssl rand -hex 32` prints>""";

    private static final String WORK_ID_MAP = "leaf.snowflake.local.work-id-map";

    private static final String WORK_IDS = """
            Give each instance its worker id, with brackets around its name in YAML too:

                leaf.snowflake.local.work-id-map[10.0.0.1:8080]=1""";

    private static final Map<Class<?>, String> EXPECTED = Map.of(
            Boolean.class, "true or false",
            Duration.class, "a duration such as 500ms, 10s or 15m",
            Integer.class, "a whole number of at most " + Integer.MAX_VALUE,
            Long.class, "a whole number of at most " + Long.MAX_VALUE,
            Double.class, "a number such as 0.1",
            Instant.class, "an instant such as 2010-11-04T01:42:54.657Z");

    private UnreadableValues() {}

    static PropertyProblem problemOf(
            ConfigurationPropertyName name,
            Bindable<?> target,
            @Nullable ConfigurationProperty property,
            Exception failure) {
        String key = (property == null ? name : property.getName()).toString();
        String value = (property == null) ? null : String.valueOf(property.getValue());
        String origin = LeafEnvironment.originOf(property);
        Class<?> type = ClassUtils.resolvePrimitiveIfNecessary(target.getType().resolve(Object.class));
        if (key.startsWith(WORK_ID_MAP + "[") && type == Integer.class) {
            return new PropertyProblem(key, value, origin, "gives no instance a worker id", WORK_IDS);
        }
        if (type == Map.class || type == TagProperties.class) {
            return noMap(key, value, origin);
        }
        if (isGroup(type)) {
            String remedy = "Remove %1$s and set what begins with %1$s. instead.".formatted(key);
            return new PropertyProblem(key, null, origin, "is a group of settings and has no value of its own", remedy);
        }
        String expected = expected(type);
        String problem = (expected == null) ? Reasons.of(failure) : "is not " + expected;
        String remedy = (expected == null) ? "Correct %s.".formatted(key) : "Set %s to %s.".formatted(key, expected);
        return new PropertyProblem(key, value, origin, problem, remedy);
    }

    private static PropertyProblem noMap(String key, @Nullable String value, @Nullable String origin) {
        if (key.startsWith(PublicIdsProperties.KEYS)) {
            return new PropertyProblem(key, null, origin, "is not a map from names to keys", PUBLIC_ID_KEYS);
        }
        if (key.startsWith(JdbcProperties.NamedDatabase.PREFIX)) {
            return new PropertyProblem(key, null, origin, "is not a map from names to databases", DATABASES);
        }
        return new PropertyProblem(key, value, origin, "is not a map from tags to their settings", TAGS);
    }

    /** Whether a type is a record of settings; other records are values. */
    static boolean isGroup(Class<?> type) {
        return type.isRecord() && type.getPackage().equals(UnreadableValues.class.getPackage());
    }

    private static @Nullable String expected(Class<?> type) {
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", ", "one of ", ""));
        }
        return EXPECTED.get(type);
    }
}
