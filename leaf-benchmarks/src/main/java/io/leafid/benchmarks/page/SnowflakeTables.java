package io.leafid.benchmarks.page;

import io.leafid.benchmarks.page.ThreadsTable.Subject;
import io.leafid.benchmarks.raw.Figure;
import io.leafid.benchmarks.raw.RawFigures;
import io.leafid.benchmarks.raw.Series;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Tables of the cost of a snowflake id, and of those that peers make. */
final class SnowflakeTables {

    private static final List<Integer> THREADS = List.of(1, 2, 4, 8);

    /** Ids of a millisecond by 12 bits of sequence. */
    private static final double FULL = 4096;

    private static final List<Subject> FREE = List.of(
            new Subject("LEAF", "Leaf"),
            new Subject("AGRONA", "Agrona"),
            new Subject("COSID", "CosId"),
            new Subject("TSID", "tsid-creator"),
            new Subject("YITTER", "yitter"));

    private static final List<Subject> ALL = Stream.concat(
                    FREE.stream(),
                    Stream.of(
                            new Subject("HUTOOL", "hutool"),
                            new Subject("MYBATIS_PLUS", "MyBatis-Plus"),
                            new Subject("SEATA", "Seata")))
            .toList();

    private SnowflakeTables() {}

    static String line(RawFigures raw) {
        Table table = new ThreadsTable(
                "20 bits of sequence, ns per id",
                List.of(
                        new Subject("clock", "`System.currentTimeMillis()`"),
                        new Subject("leaf", "`nextId()`"),
                        new Subject("leafWithTag", "`nextId(tag)`"),
                        new Subject("agrona", "Agrona")),
                List.of(1, 4),
                ThreadsTable.beside("clock"),
                Map.of());
        return table.markdown(raw)
                + "\n"
                + Check.line(
                        "At most 1.25 × the clock by 1 thread",
                        List.of(new Check("", ThreadsTable.ratio(raw, "leaf", "clock", 1), ratio -> ratio <= 1.25)))
                + Check.line(
                        "Less than Agrona's by 4 threads",
                        List.of(new Check("", ThreadsTable.ratio(raw, "leaf", "agrona", 4), ratio -> ratio < 1)));
    }

    static String neverSaturated(RawFigures raw) {
        return new ThreadsTable(
                        "20 bits of sequence, ids/µs",
                        FREE,
                        THREADS,
                        ThreadsTable.beside("LEAF"),
                        Map.of("lead over the clock", SnowflakeTables::lead))
                .markdown(raw);
    }

    static String saturated(RawFigures raw) {
        Table table = new ThreadsTable(
                "12 bits of sequence, ids/ms, and cores that are busy",
                ALL,
                THREADS,
                (figure, all) ->
                        "%s, %s".formatted(Texts.withError(figure.column("score")), Texts.ratio(figure.column("busy"))),
                Map.of("lead over the clock", SnowflakeTables::lead));
        return table.markdown(raw)
                + "\n"
                + Check.line(
                        "Within 1 % of 4096 ids a millisecond",
                        THREADS.stream()
                                .map(threads -> new Check(
                                        Texts.threads(threads),
                                        column(raw, threads, "score"),
                                        ids -> Math.abs(ids / FULL - 1) <= 0.01))
                                .toList())
                + Check.line(
                        "Under one core busy",
                        THREADS.stream()
                                .map(threads -> new Check(
                                        Texts.threads(threads), column(raw, threads, "busy"), cores -> cores < 1))
                                .toList());
    }

    private static Series column(RawFigures raw, int threads, String column) {
        return raw.figure("LEAF", threads).column(column);
    }

    /** The largest of all rounds, of those that borrow from the future. */
    private static String lead(List<Figure> figures) {
        double most = figures.stream()
                .flatMap(figure -> figure.column("lead").rounds().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElseThrow();
        return (most <= 0) ? "0" : Texts.number(most) + " ms";
    }
}
