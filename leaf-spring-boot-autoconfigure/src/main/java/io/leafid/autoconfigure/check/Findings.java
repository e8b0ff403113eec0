package io.leafid.autoconfigure.check;

import io.leafid.json.JsonWriter;
import io.leafid.text.SecretRedactor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The findings of a check, in their order. Used by one thread. */
final class Findings {

    private final List<Finding> all = new ArrayList<>();

    /** How much a finding matters. */
    enum Level {
        /** As it should be. */
        OK,
        /** Something that an operator should know. */
        WARN,
        /** A start would be refused, or would not be safe. */
        PROBLEM
    }

    /**
     * One finding. Immutable.
     *
     * @param level how much it matters
     * @param topic what was looked at
     * @param text what was found
     */
    record Finding(String level, String topic, String text) {}

    void add(Level level, String topic, String text) {
        all.add(new Finding(level.name().toLowerCase(Locale.ROOT), topic, SecretRedactor.redact(text)));
    }

    void ok(String topic, String text) {
        add(Level.OK, topic, text);
    }

    void problem(String topic, String text) {
        add(Level.PROBLEM, topic, text);
    }

    /** Returns whether nothing was looked at. */
    boolean isEmpty() {
        return all.isEmpty();
    }

    /** Returns whether a start would be safe. */
    boolean areGood() {
        return all.stream().noneMatch(finding -> finding.level().equals("problem"));
    }

    /** A line for each, and one for all. */
    String text() {
        String lines = all.stream()
                .map(finding -> "%-8s %-10s %s%n".formatted(finding.level(), finding.topic(), finding.text()))
                .collect(Collectors.joining());
        return lines + (areGood() ? "A start would be safe." : "A start would be refused, or would not be safe.");
    }

    /** The same as one line of JSON. */
    String json() {
        return JsonWriter.forBrowsers().write(new Report(areGood(), all));
    }

    private record Report(boolean good, List<Finding> findings) {}
}
