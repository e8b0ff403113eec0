package io.leafid.specification;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A search of TLC, as docs/specification/configurations.txt names it. Immutable.
 *
 * @param name its name
 * @param when when it is made: in each build if that is empty, else in larger or in the longest ones
 * @param module what is searched
 * @param lines the lines of its configuration, by the constants and the words that they begin with
 * @param said what is said of it there
 * @param isFirst whether it is the first one of its name, whose figures stand in the proof
 */
record Search(String name, String when, String module, Map<String, String> lines, String said, boolean isFirst) {

    private static final Pattern LINE = Pattern.compile("(\\w+)(?:, (\\w+))?: (.*)");
    private static final Pattern PART = Pattern.compile("(\\w+)( =)? (.*)");
    private static final Pattern NAME = Pattern.compile("\"(\\w+)\"");

    private static final String NONE = "none";

    /** All searches of a module. */
    static List<Search> of(String module) throws IOException {
        List<Search> found = new ArrayList<>();
        Map<String, Map<String, String>> first = new LinkedHashMap<>();
        String text = Files.readString(Tlc.SPECIFICATION.resolve("configurations.txt"));
        String block = text.split("\n\n" + module + "\n", -1)[1].split("\n\nMC", -1)[0];
        Map<String, String> usual = new LinkedHashMap<>(Map.of("SPECIFICATION", "Spec"));
        for (String line : block.lines().toList()) {
            Matcher search = LINE.matcher(line);
            if (!search.matches()) {
                usual.putAll(parts(line));
                continue;
            }
            Map<String, String> lines = new LinkedHashMap<>(first.getOrDefault(search.group(1), usual));
            lines.putAll(parts(search.group(3)));
            boolean isFirst = first.putIfAbsent(search.group(1), lines) == null;
            String when = (search.group(2) == null) ? "" : search.group(2);
            found.add(new Search(search.group(1), when, module, lines, search.group(3), isFirst));
        }
        return found;
    }

    private static Map<String, String> parts(String text) {
        Map<String, String> parts = new LinkedHashMap<>();
        for (String part : text.split("; ", -1)) {
            Matcher matcher = PART.matcher(part);
            if (matcher.matches()) {
                parts.put(matcher.group(1) + (matcher.group(2) == null ? "" : " ="), matcher.group(3));
            }
        }
        return parts;
    }

    /** Whether properties ask for it. */
    boolean isWanted() {
        return when.isEmpty() || Boolean.getBoolean("leaf.specification." + when);
    }

    /** The rules that it breaks, one by one, of each of which TLC has to find a counterexample. */
    Set<String> broken() {
        return rules().contains(NONE) ? Set.of() : rules();
    }

    /** All rules that it breaks, also beside the protocol as it is, where nothing may be found. */
    Set<String> without() {
        Set<String> rules = rules();
        rules.remove(NONE);
        return rules;
    }

    private Set<String> rules() {
        return NAME.matcher(String.valueOf(lines.get("Without =")))
                .results()
                .map(rule -> rule.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Whether it asks for what has to happen in the end. */
    boolean isOfLiveness() {
        return lines.containsKey("PROPERTIES");
    }

    /** The configuration as TLC reads it. */
    String configuration() {
        StringBuilder text = new StringBuilder("CHECK_DEADLOCK FALSE\n");
        lines.forEach((key, value) -> {
            boolean isConstant = key.endsWith("=");
            boolean isInvariant = key.equals("INVARIANTS");
            if (isInvariant && isOfLiveness()) {
                return;
            }
            text.append(isConstant ? "CONSTANT " : "")
                    .append(key)
                    .append(' ')
                    .append(isInvariant && !broken().isEmpty() ? "EachRuleHasACounterexample" : value)
                    .append('\n');
        });
        return text.append(broken().isEmpty() || isOfLiveness() ? "" : "CONSTRAINT IsWanted\n")
                .toString();
    }

    @Override
    public String toString() {
        return isFirst ? name : name + " with " + said;
    }
}
