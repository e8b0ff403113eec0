package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.JdbcProperties.NamedDatabase;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.PublicIdsProperties;
import io.leafid.autoconfigure.properties.TagProperties;
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

/** Rules for single values, whatever their setting. Stateless. */
final class ValueRules {

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

    private ValueRules() {}

    /** Refuses a duration without a unit, which Boot takes for milliseconds, and digits of another script, which Java reads too. */
    static void checkNumber(String key, String written, boolean isDuration, Problems problems) {
        problems.require(
                !isDuration || !isBare(written),
                key,
                "has no unit; a number alone would be milliseconds",
                "Write {}=%1$ss for seconds or {}=%1$sms for milliseconds.".formatted(written));
        problems.require(
                written.chars().noneMatch(each -> Character.isDigit(each) && (each < '0' || each > '9')),
                key,
                "has digits other than 0 to 9",
                "Write {} with the digits 0 to 9.");
    }

    /** Returns whether there is no unit, which 0 does not need. */
    private static boolean isBare(String written) {
        String digits = written.substring(written.startsWith("+") || written.startsWith("-") ? 1 : 0);
        return digits.chars().allMatch(Character::isDigit) && digits.chars().anyMatch(each -> each != '0');
    }

    /** The problem of a value that cannot be converted to the type of its setting. */
    static Problem unreadable(
            ConfigurationPropertyName name,
            Bindable<?> target,
            @Nullable ConfigurationProperty written,
            Exception failure) {
        String key = (written == null ? name : written.getName()).toString();
        Class<?> type = ClassUtils.resolvePrimitiveIfNecessary(target.getType().resolve(Object.class));
        if (key.startsWith(WORK_ID_MAP + "[") && type == Integer.class) {
            return Problem.of(key, written, true, "gives no instance a worker id", WORK_IDS);
        }
        if (type == Map.class || type == TagProperties.class) {
            return noMap(key, written);
        }
        if (isGroup(type)) {
            String remedy = "Remove %1$s and set what begins with %1$s. instead.".formatted(key);
            return Problem.of(key, written, false, "is a group of settings and has no value of its own", remedy);
        }
        String expected = type.isEnum() ? choices(type) : EXPECTED.get(type);
        return (expected == null)
                ? Problem.of(key, written, true, Reasons.of(failure), "Correct %s.".formatted(key))
                : Problem.of(key, written, true, "is not " + expected, "Set %s to %s.".formatted(key, expected));
    }

    private static Problem noMap(String key, @Nullable ConfigurationProperty written) {
        if (key.startsWith(PublicIdsProperties.KEYS)) {
            return Problem.of(key, written, false, "is not a map from names to keys", PUBLIC_ID_KEYS);
        }
        if (key.startsWith(NamedDatabase.PREFIX)) {
            return Problem.of(key, written, false, "is not a map from names to databases", DATABASES);
        }
        return Problem.of(key, written, true, "is not a map from tags to their settings", TAGS);
    }

    /** Returns whether a type is a record of settings; other records are values. */
    static boolean isGroup(Class<?> type) {
        return type.isRecord() && type.getPackage().equals(LeafProperties.class.getPackage());
    }

    private static String choices(Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", ", "one of ", ""));
    }
}
