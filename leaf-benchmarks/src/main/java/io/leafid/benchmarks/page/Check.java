package io.leafid.benchmarks.page;

import io.leafid.benchmarks.raw.Series;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.stream.Collectors;

/**
 * A figure that a line of the budget is about. Immutable.
 *
 * @param where what tells it from the line's others, such as a number of threads; empty if there are none
 * @param measured what it was
 * @param line whether a value meets the line
 */
record Check(String where, Series measured, DoublePredicate line) {

    /** A line of the page: what the budget asks for, each figure, and whether it meets it. */
    static String line(String budget, List<Check> checks) {
        return "- %s: %s.\n".formatted(budget, checks.stream().map(Check::text).collect(Collectors.joining("; ")));
    }

    /** The median decides; where rounds disagree with it, the text says so. */
    private String text() {
        long meet = measured.roundsIn(line);
        int rounds = measured.rounds().size();
        return "%s%s, **%s**%s"
                .formatted(
                        where.isEmpty() ? "" : where + " ",
                        Texts.ratio(measured),
                        line.test(measured.score()) ? "met" : "missed",
                        (meet == 0 || meet == rounds) ? "" : " (met by %d of %d rounds)".formatted(meet, rounds));
    }
}
