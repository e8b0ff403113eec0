package io.leafid.kubernetes;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The steps of a shutdown, as the page about Kubernetes lists them, and what each takes at most. Immutable.
 *
 * @param steps the longest time by the text of the step
 */
record ShutdownSteps(Map<String, Duration> steps) {

    private static final Pattern STEP = Pattern.compile("(?m)^\\| ([^|]+) \\| (\\d+) s \\|$");

    static ShutdownSteps ofThePage() {
        Map<String, Duration> steps = new LinkedHashMap<>();
        Matcher step = STEP.matcher(Manifest.page());
        while (step.find()) {
            steps.put(step.group(1), Duration.ofSeconds(Long.parseLong(step.group(2))));
        }
        return new ShutdownSteps(steps);
    }

    Duration total() {
        return steps.values().stream().reduce(Duration.ZERO, Duration::plus);
    }

    /** The longest time of the only step whose text has a word. */
    Duration of(String word) {
        return steps.entrySet().stream()
                .filter(step -> step.getKey().contains(word))
                .map(Map.Entry::getValue)
                .reduce((one, other) -> {
                    throw new IllegalStateException("two steps are about " + word);
                })
                .orElseThrow(() -> new IllegalStateException("no step is about " + word));
    }
}
