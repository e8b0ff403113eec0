package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.JdbcProperties.NamedDatabase;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.TagProperties;
import io.leafid.text.Reasons;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.util.ClassUtils;

/** Rules for single values, whatever their setting. Stateless. */
final class ValueRules {

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
        boolean isBare = isDuration;
        boolean isZero = true; // which needs no unit
        boolean isForeign = false;
        for (int i = 0; i < written.length(); i++) {
            char each = written.charAt(i);
            isBare &= Character.isDigit(each) || (i == 0 && (each == '+' || each == '-'));
            isZero &= !Character.isDigit(each) || each == '0';
            isForeign |= Character.isDigit(each) && each > '9';
        }
        problems.require(!isBare || isZero, key, "value.no-unit", written);
        problems.require(!isForeign, key, "value.foreign-digits");
    }

    /** Adds a value that cannot be converted to the type of its setting; one of a group or a database may be a secret. */
    static void addUnreadable(String key, Bindable<?> target, Exception failure, Problems problems) {
        Class<?> type = ClassUtils.resolvePrimitiveIfNecessary(target.getType().resolve(Object.class));
        String expected = type.isEnum() ? choices(type) : EXPECTED.get(type);
        if (key.startsWith("leaf.snowflake.local.work-id-map[") && type == Integer.class) {
            problems.add(key, "value.work-ids");
        } else if (type == Map.class && key.startsWith(NamedDatabase.PREFIX)) {
            problems.addHidden(key, problems.written(key), "value.databases");
        } else if (type == Map.class || type == TagProperties.class) {
            problems.add(key, "value.tags");
        } else if (isGroup(type)) {
            problems.addHidden(key, problems.written(key), "value.group");
        } else if (type == Path.class) {
            problems.add(key, "value.path", Reasons.of(failure));
        } else if (expected != null) {
            problems.add(key, "value.type", expected);
        } else {
            problems.add(key, "value.refused", Reasons.of(failure));
        }
    }

    /** Returns whether a type is a record of settings; other records are values. */
    static boolean isGroup(Class<?> type) {
        return type.isRecord() && type.getPackage().equals(LeafProperties.class.getPackage());
    }

    private static String choices(Class<?> type) {
        String names = Arrays.toString(type.getEnumConstants()).toLowerCase(Locale.ROOT);
        return "one of " + names.substring(1, names.length() - 1);
    }
}
