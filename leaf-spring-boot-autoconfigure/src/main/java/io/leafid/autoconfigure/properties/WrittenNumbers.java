package io.leafid.autoconfigure.properties;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.util.ClassUtils;

/**
 * Looks at numbers and durations as they were written, since what they were bound to no longer tells: a duration without a unit, which
 * Boot takes for milliseconds, and digits of another script than ours, which Java reads too. Used by one thread.
 */
final class WrittenNumbers extends AbstractBindHandler {

    private final UnaryOperator<String> placeholders;
    private final Map<ConfigurationProperty, String> bareDurations = new LinkedHashMap<>();
    private final Map<ConfigurationProperty, String> foreignDigits = new LinkedHashMap<>();

    /** Resolves placeholders before it looks. */
    WrittenNumbers(UnaryOperator<String> placeholders) {
        this.placeholders = placeholders;
    }

    @Override
    public @Nullable Object onSuccess(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
        ConfigurationProperty property = context.getConfigurationProperty();
        if (property != null && property.getName().equals(name)) {
            Class<?> type =
                    ClassUtils.resolvePrimitiveIfNecessary(target.getType().resolve(Object.class));
            note(
                    property,
                    type,
                    placeholders.apply(String.valueOf(property.getValue())).strip());
        }
        return result;
    }

    private void note(ConfigurationProperty property, Class<?> type, String written) {
        boolean isDuration = type == Duration.class;
        if (isDuration && isBare(written)) {
            bareDurations.put(property, written);
        }
        if ((isDuration || Number.class.isAssignableFrom(type))
                && written.chars().anyMatch(each -> Character.isDigit(each) && (each < '0' || each > '9'))) {
            foreignDigits.put(property, written);
        }
    }

    /** Whether there is no unit, which 0 does not need. */
    private static boolean isBare(String written) {
        String digits = written.substring(written.startsWith("+") || written.startsWith("-") ? 1 : 0);
        return digits.chars().allMatch(Character::isDigit) && digits.chars().anyMatch(each -> each != '0');
    }

    void report(PropertyProblems problems) {
        bareDurations.forEach((property, written) -> problems.add(
                property.getName().toString(),
                "has no unit; a number alone would be milliseconds",
                "Write %1$s=%2$ss for seconds or %1$s=%2$sms for milliseconds."
                        .formatted(property.getName(), written)));
        foreignDigits.forEach((property, written) -> problems.add(
                property.getName().toString(),
                "has digits other than 0 to 9",
                "Write %s with the digits 0 to 9.".formatted(property.getName())));
    }
}
