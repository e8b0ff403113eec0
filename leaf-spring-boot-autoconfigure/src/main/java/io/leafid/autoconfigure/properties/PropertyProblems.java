package io.leafid.autoconfigure.properties;

import io.leafid.settings.InvalidSettingsException;
import io.leafid.settings.SettingProblem;
import io.leafid.workerid.WorkerIdException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.springframework.boot.context.properties.source.ConfigurationProperty;

/** Collects what is wrong with the settings, so that all of it is reported at once. Used by one thread. */
final class PropertyProblems {

    private final LeafEnvironment environment;
    private final Set<PropertyProblem> problems = new LinkedHashSet<>();

    PropertyProblems(LeafEnvironment environment) {
        this.environment = environment;
    }

    /** Notes a problem unless the condition holds. */
    void require(boolean holds, String key, String problem, String remedy) {
        if (!holds) {
            add(key, problem, remedy);
        }
    }

    /** Makes a record of settings; notes what it refuses under the keys that its components have below a prefix. */
    void make(String prefix, Runnable settings) {
        try {
            settings.run();
        } catch (InvalidSettingsException ex) {
            addAll(prefix, ex);
        } catch (ArithmeticException ex) {
            add(prefix, "has a duration that cannot be computed with", "Set no duration longer than 100 years.");
        }
    }

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

    /** Notes the refusal of a value by its own type, with its message; returns whether it was accepted. */
    boolean requireAccepted(Runnable value, String key, String remedy) {
        try {
            value.run();
            return true;
        } catch (IllegalArgumentException | WorkerIdException ex) {
            add(key, String.valueOf(ex.getMessage()), remedy);
            return false;
        }
    }

    void add(String key, String problem, String remedy) {
        ConfigurationProperty property = environment.find(key).orElse(null);
        String value = (property == null) ? null : String.valueOf(property.getValue());
        problems.add(new PropertyProblem(key, value, LeafEnvironment.originOf(property), problem, remedy));
    }

    /** Notes a name that means nothing. Its value is not shown: what is mistyped may be a secret. */
    void addUnknown(ConfigurationProperty property, String problem, String remedy) {
        String key = property.getName().toString();
        problems.add(new PropertyProblem(key, null, LeafEnvironment.originOf(property), problem, remedy));
    }

    void add(PropertyProblem problem) {
        problems.add(problem);
    }

    /** Whether a property is written anywhere, so that what it holds is no default. */
    boolean isSet(String key) {
        return environment.isSet(key);
    }

    /** How many problems there are by now. */
    int size() {
        return problems.size();
    }

    /** Ends the start if there is a problem. */
    void throwIfAny() {
        if (!problems.isEmpty()) {
            throw PropertyProblem.failureOf(List.copyOf(problems), null);
        }
    }
}
