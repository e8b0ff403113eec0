package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.ComponentKeys;
import io.leafid.settings.InvalidSettingsException;
import io.leafid.settings.SettingProblem;
import io.leafid.workerid.WorkerIdException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * The problems of the settings in an environment, collected so that all of them are reported at once. Used by one thread.
 *
 * <p>In a problem and a remedy, <code>{}</code> stands for the key.
 */
final class Problems {

    private final Environment environment;
    private final Set<Problem> found = new LinkedHashSet<>();

    Problems(Environment environment) {
        this.environment = environment;
    }

    /** Adds a problem unless the condition holds; returns whether it holds. */
    boolean require(boolean holds, String key, String problem, String remedy) {
        if (!holds) {
            add(key, problem, remedy);
        }
        return holds;
    }

    /** Adds the refusal of a value by its own type, in the text of that type; returns whether it was accepted. */
    boolean accept(String key, Runnable value, String remedy) {
        try {
            value.run();
            return true;
        } catch (IllegalArgumentException | WorkerIdException ex) {
            add(key, String.valueOf(ex.getMessage()), remedy);
            return false;
        }
    }

    /** Adds what a record of settings has refused, under the keys that its components have below a prefix. */
    void addAll(String prefix, InvalidSettingsException refused) {
        UnaryOperator<String> keys = component -> ComponentKeys.of(prefix, component);
        for (SettingProblem each : refused.problems()) {
            String key = keys.apply(each.component());
            String remedy = (each.remedy() == null) ? example(key) : SettingProblem.named(each.remedy(), keys);
            add(key, SettingProblem.named(each.problem(), keys), remedy);
        }
    }

    /** The default is in range. */
    private static String example(String key) {
        return SettingNames.ALL
                .defaultOf(key)
                .map(value -> "Set %s=%s, for example.".formatted(key, value))
                .orElse("Correct %s.".formatted(key));
    }

    void add(String key, String problem, String remedy) {
        add(Problem.of(key, written(key), true, problem.replace("{}", key), remedy.replace("{}", key)));
    }

    void add(Problem problem) {
        found.add(problem);
    }

    /** A setting as it was written, without placeholders resolved; {@code null} if it is not. */
    @Nullable ConfigurationProperty written(String key) {
        ConfigurationPropertyName name = ConfigurationPropertyName.of(key);
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            ConfigurationProperty property = source.getConfigurationProperty(name);
            if (property != null) {
                return property;
            }
        }
        return null;
    }

    /** Returns whether a setting has a value; an empty one counts as none. */
    boolean isSet(String key) {
        ConfigurationProperty property = written(key);
        return property != null && StringUtils.hasText(String.valueOf(property.getValue()));
    }

    /** Those of some settings that are written, with value and origin. */
    String settings(List<String> keys) {
        return keys.stream()
                .filter(key -> written(key) != null)
                .map(key -> Problem.of(key, written(key), true, "", "").setting())
                .collect(Collectors.joining("%n".formatted()));
    }

    int size() {
        return found.size();
    }

    /** Ends the start if there is a problem. */
    void throwIfAny() {
        if (!found.isEmpty()) {
            throw Problem.failureOf(found);
        }
    }
}
