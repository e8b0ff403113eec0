package io.leafid.specification;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A behaviour that TLC has printed: its steps, each with what it has changed. Immutable. */
record Behaviour(List<Step> steps) {

    private static final Pattern STATE =
            Pattern.compile("(?m)^State \\d+: <(?:Initial predicate|(\\w+)[^>]*)>\\n((?:.+\\n?)*)");

    private static final String FIRST = "Init";

    /**
     * A step.
     *
     * @param action the action of the specification
     * @param values the parts of all variables that it has set, by their paths
     */
    record Step(String action, Map<String, String> values) {}

    static List<Behaviour> parseAll(String output) {
        List<Behaviour> found = new ArrayList<>();
        List<Step> steps = new ArrayList<>();
        Matcher state = STATE.matcher(output);
        while (state.find()) {
            String action = Objects.requireNonNullElse(state.group(1), FIRST);
            if (action.equals(FIRST) && !steps.isEmpty()) {
                found.add(new Behaviour(List.copyOf(steps)));
                steps.clear();
            }
            steps.add(new Step(action, TlaValues.parse(state.group(2))));
        }
        if (!steps.isEmpty()) {
            found.add(new Behaviour(List.copyOf(steps)));
        }
        return found;
    }

    /** The value of a variable at the beginning, without quotation marks. */
    String first(String variable) {
        return steps.get(0).values().getOrDefault(variable, "").replace("\"", "");
    }

    /** The steps in lines, each with what it changes. */
    String story() {
        Map<String, String> present = new LinkedHashMap<>(steps.get(0).values());
        List<String> lines = new ArrayList<>();
        for (Step step : steps.subList(1, steps.size())) {
            List<String> changes = new ArrayList<>();
            step.values().forEach((path, value) -> {
                if (!value.equals(present.put(path, value))) {
                    changes.add(path + " = " + value);
                }
            });
            lines.add("%s: %s".formatted(step.action(), String.join(", ", changes)));
        }
        return String.join("\n", lines);
    }
}
