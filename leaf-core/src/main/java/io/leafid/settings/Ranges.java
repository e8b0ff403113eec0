package io.leafid.settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The check that a settings record makes of its components in its constructor; all that are out of range are reported at once. Used by
 * one thread.
 *
 * <pre>{@code
 * Ranges.check().positive("loadTimeout", loadTimeout).atLeast("maxStep", maxStep, 1).orThrow();
 * }</pre>
 *
 * <p>In the texts, <code>{loadTimeout}</code> stands for a component of the same record, which becomes <code>load-timeout</code>.
 */
public final class Ranges {

    /** So that sums and doubles of durations stay within what the nano clock can tell. */
    private static final Duration LONGEST = Duration.ofDays(100 * 365);

    private static final Pattern COMPONENT = Pattern.compile("\\{(\\w+)}");

    private final List<String> problems = new ArrayList<>();

    private Ranges() {}

    /** A check that has found nothing yet. */
    public static Ranges check() {
        return new Ranges();
    }

    /** Refuses a duration that is not longer than 0, or longer than 100 years. */
    public Ranges positive(String component, Duration value) {
        boolean holds = !value.isNegative() && !value.isZero() && value.compareTo(LONGEST) <= 0;
        return require(holds, component, value, "must be longer than 0 and at most 100 years");
    }

    /** Refuses a negative duration, or one longer than 100 years. */
    public Ranges notNegative(String component, Duration value) {
        boolean holds = !value.isNegative() && value.compareTo(LONGEST) <= 0;
        return require(holds, component, value, "must be 0 or longer and at most 100 years");
    }

    public Ranges atLeast(String component, long value, long least) {
        return require(value >= least, component, value, "must be at least " + least);
    }

    /** Refuses a number below the least or above the most. */
    public Ranges between(String component, long value, long least, long most) {
        return require(value >= least && value <= most, component, value, "must be from " + least + " to " + most);
    }

    /** Refuses a number below the least; says what to write instead. */
    public Ranges atLeast(String component, long value, long least, String remedy) {
        return require(value >= least, component, value, "must be at least " + least, remedy);
    }

    /** Refuses a number below the least or above the most; says what to write instead. */
    public Ranges between(String component, long value, long least, long most, String remedy) {
        String range = "must be from " + least + " to " + most;
        return require(value >= least && value <= most, component, value, range, remedy);
    }

    public Ranges require(boolean holds, String component, Object value, String problem) {
        return require(holds, component, value, problem, null);
    }

    /** Refuses a value unless a condition holds; says what to write instead. */
    public Ranges require(boolean holds, String component, Object value, String problem, @Nullable String remedy) {
        if (!holds) {
            String text = "{%s} %s, but is %s".formatted(component, problem, value);
            problems.add(named((remedy == null) ? text : text + ". " + remedy));
        }
        return this;
    }

    /** A text with its components as they are written in settings. */
    private static String named(String text) {
        return COMPONENT
                .matcher(text)
                .replaceAll(component ->
                        component.group(1).replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT));
    }

    /**
     * Ends the check.
     *
     * @throws IllegalArgumentException if something was refused, with all of it
     */
    public void orThrow() {
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", problems));
        }
    }
}
