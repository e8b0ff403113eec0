package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.ComponentKeys;
import io.leafid.autoconfigure.properties.LeafStartException;
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
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;

/**
 * The settings that have a value, and their problems, collected so that all of them are reported at once. A rule names the code of its
 * texts, which are read by {@link ProblemTexts} once there is a problem. Used by one thread.
 */
final class Problems {

    private static final String LINE = System.lineSeparator();

    private static final Pattern PLAIN_TAG = Pattern.compile("^leaf\\.tags\\.([^.\\[]+)");

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
        List<ConfigurationPropertyName> names = namesOf(key);
        return bound.contains(names.get(0)) || bound.contains(names.get(1));
    }

    /** Adds a problem unless the condition holds; returns whether it holds. */
    boolean require(boolean holds, String key, String code, Object... values) {
        if (!holds) {
            add(key, code, values);
        }
        return holds;
    }

    /** Adds the refusal of a value by its own type, whose message is the value of the texts; returns whether it was accepted. */
    boolean accept(String key, String code, Runnable value) {
        try {
            value.run();
            return true;
        } catch (IllegalArgumentException | WorkerIdException ex) {
            add(key, code, String.valueOf(ex.getMessage()));
            return false;
        }
    }

    /** Adds what a record of settings refuses, under the keys that its components have below a prefix. */
    void accept(String prefix, Runnable settings) {
        try {
            settings.run();
        } catch (InvalidSettingsException ex) {
            addAll(prefix, ex);
        } catch (ArithmeticException ex) {
            add(prefix, "value.long-duration");
        }
    }

    void addAll(String prefix, InvalidSettingsException refused) {
        UnaryOperator<String> keys = component -> ComponentKeys.of(prefix, component);
        for (SettingProblem each : refused.problems()) {
            String key = keys.apply(each.component());
            String remedy =
                    (each.remedy() == null) ? SettingNames.exampleOf(key) : SettingProblem.named(each.remedy(), keys);
            add(key, "value.out-of-range", SettingProblem.named(each.problem(), keys), remedy);
        }
    }

    /** Adds a problem of a setting as it is written, if it is, with its value. */
    void add(String key, String code, Object... values) {
        add(setting(key, written(key), true), key, code, values);
    }

    /** Adds a problem of a setting as it was written, if it was, without its value, which may be a secret. */
    void addHidden(String key, @Nullable ConfigurationProperty written, String code, Object... values) {
        add(setting(key, written, false), key, code, values);
    }

    private void add(String setting, String key, String code, Object[] values) {
        String problem = ProblemTexts.of(code, "problem", key, values);
        remedies.put(setting + LINE + "        " + problem, ProblemTexts.of(code, "remedy", key, values));
    }

    /** The setting and its origin. Its value is hidden if it is secret, and not shown if it is a group or a default. */
    private static String setting(String key, @Nullable ConfigurationProperty written, boolean showValue) {
        String setting = "    " + key;
        if (written != null && showValue) {
            setting += " = " + SecretRedactor.redactValue(key, String.valueOf(written.getValue()));
        }
        Origin origin = (written == null) ? null : written.getOrigin();
        return (origin == null) ? setting : setting + LINE + "        from " + origin;
    }

    /** A setting as it was written, without placeholders resolved; {@code null} if it is not. */
    @Nullable ConfigurationProperty written(String key) {
        List<ConfigurationPropertyName> names = namesOf(key);
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            for (ConfigurationPropertyName name : names) {
                ConfigurationProperty property = source.getConfigurationProperty(name);
                if (property != null) {
                    return property;
                }
            }
        }
        return null;
    }

    /** The names that a key may be written as: that of a tag with and without brackets, which Boot takes for different ones. */
    private static List<ConfigurationPropertyName> namesOf(String key) {
        String inBrackets = PLAIN_TAG.matcher(key).replaceFirst("leaf.tags[$1]");
        return List.of( // adapted, which takes capitals and underscores
                ConfigurationPropertyName.adapt(key, '.'), ConfigurationPropertyName.adapt(inBrackets, '.'));
    }

    /** What an explanation adds about those of some settings that are written; empty if none is. */
    String settings(List<String> keys) {
        return keys.stream()
                .filter(key -> written(key) != null)
                .map(key -> LINE + setting(key, written(key), true))
                .reduce(String::concat)
                .map(lines -> LINE + LINE + "It concerns" + LINE + lines)
                .orElse("");
    }

    int size() {
        return remedies.size();
    }

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
