package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.ComponentKeys;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.autoconfigure.properties.PublicIdsProperties;
import io.leafid.settings.InvalidSettingsException;
import io.leafid.settings.SettingProblem;
import io.leafid.text.SecretRedactor;
import io.leafid.workerid.WorkerIdException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.Environment;

/**
 * The settings that have a value, and their problems, collected so that all of them are reported at once. A rule names the code of its
 * texts, which are read by {@link ProblemTexts} once there is a problem. Used by one thread.
 */
final class Problems {

    private static final String LINE = System.lineSeparator();

    private final Environment environment;
    private final Set<ConfigurationPropertyName> bound = new HashSet<>();
    private final Map<String, String> remedies = new LinkedHashMap<>(); // by setting and problem

    Problems(Environment environment) {
        this.environment = environment;
    }

    /** Notes that a setting, or any of a group, has a value; an empty one counts as none. */
    void addBound(ConfigurationPropertyName name) {
        bound.add(name);
    }

    /** Returns whether a setting, or any of a group, has a value. */
    boolean sets(String key) {
        return bound.contains(ConfigurationPropertyName.of(key));
    }

    /** Adds a problem unless the condition holds; returns whether it holds. */
    boolean require(boolean holds, String key, String code, Object... values) {
        if (!holds) {
            add(key, code, values);
        }
        return holds;
    }

    /** Adds the refusal of a value by its own type, whose message is the first value of the texts; returns whether it was accepted. */
    boolean accept(String key, Runnable value, String code, Object... values) {
        try {
            value.run();
            return true;
        } catch (IllegalArgumentException | WorkerIdException ex) {
            Object[] all = new Object[values.length + 1];
            all[0] = String.valueOf(ex.getMessage());
            System.arraycopy(values, 0, all, 1, values.length);
            add(key, code, all);
            return false;
        }
    }

    /** Adds what a record of settings has refused, under the keys that its components have below a prefix. */
    void addAll(String prefix, InvalidSettingsException refused) {
        UnaryOperator<String> keys = component -> ComponentKeys.of(prefix, component);
        for (SettingProblem each : refused.problems()) {
            String key = keys.apply(each.component());
            String remedy =
                    (each.remedy() == null) ? SettingNames.exampleOf(key) : SettingProblem.named(each.remedy(), keys);
            add(key, "value.out-of-range", SettingProblem.named(each.problem(), keys), remedy);
        }
    }

    void add(String key, String code, Object... values) {
        addWritten(key, written(key), true, code, values);
    }

    /** Adds a problem of a setting as it was written, if it was, with or without its value. */
    void addWritten(
            String key, @Nullable ConfigurationProperty written, boolean showValue, String code, Object... values) {
        remedies.put(
                setting(key, written, showValue) + LINE + "        " + ProblemTexts.of(code, "problem", key, values),
                ProblemTexts.of(code, "remedy", key, values));
    }

    /** The setting and its origin. Its value is hidden if it is secret, and not shown if it is a group or a default. */
    private static String setting(String key, @Nullable ConfigurationProperty written, boolean showValue) {
        String setting = "    " + key;
        if (written != null && showValue && !key.startsWith(PublicIdsProperties.KEYS)) {
            setting += " = " + SecretRedactor.redactValue(key, String.valueOf(written.getValue()));
        }
        return (written == null || written.getOrigin() == null)
                ? setting
                : setting + LINE + "        from " + written.getOrigin();
    }

    /** A setting as it was written, without placeholders resolved; {@code null} if it is not. */
    private @Nullable ConfigurationProperty written(String key) {
        ConfigurationPropertyName name = ConfigurationPropertyName.of(key);
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            ConfigurationProperty property = source.getConfigurationProperty(name);
            if (property != null) {
                return property;
            }
        }
        return null;
    }

    /** Those of some settings that are written, with value and origin. */
    String settings(List<String> keys) {
        return keys.stream()
                .filter(key -> written(key) != null)
                .map(key -> setting(key, written(key), true))
                .collect(Collectors.joining(LINE));
    }

    int size() {
        return remedies.size();
    }

    /** Ends the start if there is a problem. */
    void throwIfAny() {
        if (!remedies.isEmpty()) {
            String problems = String.join(LINE + LINE, remedies.keySet()).stripTrailing();
            throw new LeafStartException(
                    "Leaf cannot start with these settings:" + LINE + LINE + problems,
                    String.join(LINE, new LinkedHashSet<>(remedies.values())),
                    null);
        }
    }
}
