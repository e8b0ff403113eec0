package io.leafid.benchmarks.page;

import io.leafid.benchmarks.page.ThreadsTable.Subject;
import io.leafid.benchmarks.raw.Figure;
import io.leafid.benchmarks.raw.RawFigures;
import io.leafid.benchmarks.raw.Series;
import java.util.List;
import java.util.Map;
import java.util.function.DoublePredicate;

/** Tables of the cost of an id of a segment, and of single calls. */
final class SegmentTables {

    private static final List<Integer> THREADS = List.of(1, 2, 4);

    private SegmentTables() {}

    static String oneTag(RawFigures raw) {
        Table table = new ThreadsTable(
                "one tag, ids/µs",
                List.of(
                        new Subject("bareCounter", "bare `AtomicLong.getAndIncrement()`"),
                        new Subject("leaf", "`IdSequence.next()`"),
                        new Subject("leafWithMeters", "the same, meters read ten times a second"),
                        new Subject("cosId", "CosId `SegmentChainId.generate()`")),
                THREADS,
                ThreadsTable.beside("bareCounter"),
                Map.of("B per id", SegmentTables::bytes));
        return table.markdown(raw)
                + "\n"
                + Check.line(
                        "At least 0.9 × the bare counter",
                        THREADS.stream()
                                .map(threads -> check(raw, "bareCounter", threads, ratio -> ratio >= 0.9))
                                .toList());
    }

    private static String bytes(List<Figure> figures) {
        double most = figures.stream()
                .mapToDouble(figure -> figure.column("gc.alloc.rate.norm").score())
                .max()
                .orElseThrow();
        return (most < 0.05) ? "0" : Texts.number(most);
    }

    static String manyTags(RawFigures raw) {
        Table table = new ThreadsTable(
                "100 tags at random, ids/µs",
                List.of(
                        new Subject("bareCounter", "bare `AtomicLong`, one for all, nothing to look up"),
                        new Subject("bareCountersByNumber", "one for each tag, in an array"),
                        new Subject("bareCountersByTag", "one for each tag, in a `ConcurrentHashMap`"),
                        new Subject("leastRange", "the least range for each tag, in a `ConcurrentHashMap`"),
                        new Subject("leaf", "`nextId(tag)`, the tag a constant"),
                        new Subject("leafMadeUpTag", "`nextId(tag)`, the tag a string made at run time"),
                        new Subject("cosId", "CosId, in a `ConcurrentHashMap`")),
                THREADS,
                ThreadsTable.beside("bareCountersByTag"),
                Map.of());
        return table.markdown(raw)
                + "\n"
                + Check.line(
                        "At least 0.75 × the `ConcurrentHashMap` of counters by 1 thread",
                        List.of(check(raw, "bareCountersByTag", 1, ratio -> ratio >= 0.75)))
                + Check.line(
                        "Ahead of it by 2 and 4 threads",
                        List.of(
                                check(raw, "bareCountersByTag", 2, ratio -> ratio > 1),
                                check(raw, "bareCountersByTag", 4, ratio -> ratio > 1)));
    }

    private static Check check(RawFigures raw, String base, int threads, DoublePredicate line) {
        return new Check(Texts.threads(threads), ThreadsTable.ratio(raw, "leaf", base, threads), line);
    }

    static String singleCalls(RawFigures raw) {
        return Texts.header(List.of("", "Leaf", "CosId"))
                + row(raw, "100 000 ids/s, store latency 5 ms: longest call, ms", "steady", "5", "longest")
                + row(raw, "of these calls above 1 ms", "steady", "5", "slow")
                + row(raw, "that waited neither for a collector nor for a processor", "steady", "5", "unexplained")
                + row(raw, "surge from 10 to 100 000 ids/s: allocations", "surge", "5", "allocations")
                + row(raw, "longest call, ms", "surge", "5", "longest")
                + row(raw, "burst of 5000 ids at step 1000: reserved and unused", "burst", "0", "unused")
                + row(raw, "in largest allocations", "burst", "0", "steps")
                + row(raw, "the same, store latency 5 ms", "burst", "5", "unused")
                + row(raw, "in largest allocations", "burst", "5", "steps")
                + singleCallLines(raw);
    }

    private static String singleCallLines(RawFigures raw) {
        return "\nA bare counter, called in the same way: longest call %s ms, %s calls above 1 ms.\n\n"
                        .formatted(
                                Texts.withError(column(raw, "bareCounter", "steady", "5", "longest")),
                                Texts.withError(column(raw, "bareCounter", "steady", "5", "slow")))
                + Check.line(
                        "No call above 1 ms but for the collector",
                        List.of(new Check("", column(raw, "leaf", "steady", "5", "unexplained"), calls -> calls == 0)))
                + Check.line(
                        "At most 2 steps as grown by then are reserved and unused",
                        List.of(
                                new Check("store latency 0", unusedSteps(raw, "0"), steps -> steps <= 2),
                                new Check("5 ms", unusedSteps(raw, "5"), steps -> steps <= 2)));
    }

    private static Series unusedSteps(RawFigures raw, String storeMillis) {
        return column(raw, "leaf", "burst", storeMillis, "steps");
    }

    private static String row(RawFigures raw, String title, String scene, String millis, String column) {
        return Texts.row(List.of(
                title,
                Texts.withError(column(raw, "leaf", scene, millis, column)),
                Texts.withError(column(raw, "cosId", scene, millis, column))));
    }

    private static Series column(RawFigures raw, String name, String scene, String millis, String column) {
        return raw.figures().stream()
                .filter(figure -> figure.name().equals(name)
                        && figure.param("scene").equals(scene)
                        && figure.param("storeMillis").equals(millis))
                .findFirst()
                .orElseThrow()
                .column(column);
    }
}
