package io.leafid.autoconfigure.properties;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.context.properties.source.ConfigurationProperty;

/** Collects what is wrong with the settings, so that all of it is reported at once. Used by one thread. */
final class PropertyProblems {

    /** The longest duration whose nanoseconds can be reckoned with, and then some. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final LeafEnvironment environment;
    private final List<PropertyProblem> problems = new ArrayList<>();

    PropertyProblems(LeafEnvironment environment) {
        this.environment = environment;
    }

    /** Notes a problem unless the condition holds. */
    void require(boolean holds, String key, String problem, String remedy) {
        if (!holds) {
            add(key, problem, remedy);
        }
    }

    void requirePositive(Duration duration, String key, String example) {
        boolean holds = !duration.isNegative() && !duration.isZero() && duration.compareTo(LONGEST) <= 0;
        require(holds, key, "must be longer than 0 and at most 100 years", "Set %s=%s.".formatted(key, example));
    }

    void requireNotNegative(Duration duration, String key, String example) {
        boolean holds = !duration.isNegative() && duration.compareTo(LONGEST) <= 0;
        require(holds, key, "must be 0 or longer and at most 100 years", "Set %s=%s.".formatted(key, example));
    }

    /** Notes the failure of a check that is made elsewhere, with its own words. */
    void requireAccepted(Runnable check, String key, String remedy) {
        try {
            check.run();
        } catch (IllegalArgumentException ex) {
            add(key, String.valueOf(ex.getMessage()), remedy);
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

    /** Ends the start if there is a problem. */
    void throwIfAny() {
        if (!problems.isEmpty()) {
            throw LeafStartException.of(List.copyOf(problems), null);
        }
    }
}
