package io.leafid.autoconfigure.properties.rules;

import io.leafid.text.Reasons;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.ConversionFailedException;

/** Explains a value below {@code leaf} that cannot be bound: Boot's text, with tags and choices as they are written. Thread-safe. */
@Order(Ordered.HIGHEST_PRECEDENCE + 200) // after those of modules
final class UnusableValueFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("leaf");

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        if (!ROOT.isAncestorOf(cause.getName())) {
            return null;
        }
        String key = WrittenSetting.nameOf(cause.getName());
        ConfigurationProperty written = cause.getProperty();
        if (isGroup(cause)) {
            return explained(
                    "    " + key, "It is a group and has no value.", "Set what begins with %s. instead", key, cause);
        }
        String setting = (written != null && written.getName().equals(cause.getName()))
                ? WrittenSetting.describe(key, written)
                : "    " + key;
        String choices = choices(cause);
        return choices.isEmpty()
                ? explained(
                        setting,
                        Reasons.of(Objects.requireNonNullElse(cause.getCause(), cause)),
                        "Correct %s",
                        key,
                        cause)
                : explained(setting, "It is none of " + choices + ".", "Set %s to one of " + choices, key, cause);
    }

    private static FailureAnalysis explained(
            String setting, String problem, String remedy, String key, BindException cause) {
        return new FailureAnalysis(
                "A setting of Leaf cannot be used:%n%n%s%n%n%s".formatted(setting, problem),
                remedy.formatted(key) + ".",
                cause);
    }

    /** Returns whether one value stands where more are wanted; it may be a secret. */
    private boolean isGroup(BindException failure) {
        if (findCause(failure, ConversionException.class) == null) {
            return false;
        }
        Class<?> type = failure.getTarget().getType().toClass();
        return Map.class.isAssignableFrom(type) || KnownSettings.isGroup(type);
    }

    private String choices(BindException failure) {
        ConversionFailedException conversion = findCause(failure, ConversionFailedException.class);
        Class<?> type =
                (conversion == null) ? Object.class : conversion.getTargetType().getObjectType();
        return type.isEnum()
                ? Arrays.stream(type.getEnumConstants())
                        .map(each -> each.toString().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", "))
                : "";
    }
}
