package io.leafid.benchmarks.page;

import io.leafid.benchmarks.raw.Figure;
import io.leafid.benchmarks.raw.RawFigures;
import io.leafid.benchmarks.raw.Series;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Many tags, many nodes and many transactions. */
final class ScaleTables {

    private static final List<Row> NODE_ROWS = List.of(
            new Row("failed calls", "failedCalls"),
            new Row("failed allocations", "failedAllocations"),
            new Row("half of the nodes have their first id after, ms", "firstHalf"),
            new Row("all nodes have their first id after, ms", "firstAll"),
            new Row("longest call, ms", "longestCall"),
            new Row("longest allocation, ms", "longest"),
            new Row("allocations in the peak second", "peak"),
            new Row("in the peak second after three segments", "steadyPeak"),
            new Row("in a second after three segments, mean", "steadyMean"),
            new Row("allocations above 100 ms, of the first ones of the nodes", "slowAtFirst"),
            new Row("of all others", "slowLater"));

    private static final List<Row> LEASE_ROWS = List.of(
            new Row("joint start: nodes without a worker id", "failedStarts"),
            new Row("half of the nodes have one after, ms", "startHalf"),
            new Row("all nodes have one after, ms", "startAll"),
            new Row("afterwards: transactions per second", "transactions"),
            new Row("cores of the three servers", "processor"),
            new Row("30 s without the ensemble: sessions that ended", "sessions"),
            new Row("calls for an id, ten a second of each node", "calls"),
            new Row("that failed, until all leases were confirmed again", "failedCalls"),
            new Row("ids that came twice", "twice"),
            new Row("half of the leases are confirmed again after, ms", "heldHalf"),
            new Row("all are after, ms", "heldAll"),
            new Row("nodes with another worker id than before", "otherWorkerId"));

    private ScaleTables() {}

    /** A column of a figure, and what it is called. */
    private record Row(String title, String column) {}

    static String tags(RawFigures raw) {
        Figure tags = raw.figure("tags");
        Figure refresh = raw.figure("refresh");
        return Texts.header(List.of("100 000 tags", ""))
                + row("a start that reads them, ms", tags.column("start"))
                + row("a refresh, ms", refresh.column("time"))
                + row("of which of the database's processor, ms", refresh.column("processor"))
                + row("queries of a refresh", refresh.column("queries"))
                + row("a tag before its first use, B", tags.column("unused"))
                + row("what it costs besides after it, B", tags.column("used"))
                + row("first ids of 10 000 tags, one after the other, ms each", tags.column("first"))
                + "\n"
                + Check.line(
                        "At most 512 B each before first use",
                        List.of(new Check("", tags.column("unused"), bytes -> bytes <= 512)))
                + Check.line(
                        "A refresh takes one query",
                        List.of(new Check("", refresh.column("queries"), queries -> queries == 1)));
    }

    static String nodes(RawFigures raw) {
        Figure nodes = raw.figure("nodes");
        Series waves = nodes.column("steadyPeak").over(nodes.column("steadyMean"));
        return Texts.header(List.of("1 000 nodes on one row, started together, 100 ids/s each", ""))
                + rows(nodes, NODE_ROWS)
                + "\n"
                + Check.line(
                        "Peak second at most 2 × the mean after three segments",
                        List.of(new Check("", waves, ratio -> ratio <= 2)))
                + Check.line(
                        "No allocation above 100 ms",
                        Stream.of("slowAtFirst", "slowLater", "slowWhenSteady")
                                .map(column -> none(whereOf(column), nodes.column(column)))
                                .toList());
    }

    static String leases(RawFigures raw) {
        Figure leases = raw.figure("leases");
        return Texts.header(List.of("1 000 nodes of `zk_recycle` on one ensemble of three", ""))
                + rows(leases, LEASE_ROWS)
                + "\n"
                + Check.line(
                        "No start and no call fails, no id comes twice, and all leases are confirmed within two minutes",
                        List.of(
                                none("starts", leases.column("failedStarts")),
                                none("calls", leases.column("failedCalls")),
                                none("ids", leases.column("twice")),
                                none("leases", leases.column("notHeld"))));
    }

    private static Check none(String what, Series counts) {
        return new Check(what, counts, count -> count == 0);
    }

    private static String whereOf(String column) {
        return switch (column) {
            case "slowAtFirst" -> "first one of each node";
            case "slowLater" -> "all others";
            default -> "after three segments";
        };
    }

    static String transactions(RawFigures raw) {
        return Texts.header(List.of(
                        "50 transactions × 1 000 ids, 10 connections",
                        "failed",
                        "connections of the pool beyond one for each transaction",
                        "longest wait for the ids, ms"))
                + transactions(raw, "a new tag", "cold")
                + transactions(raw, "the same tag again", "warm")
                + "\n"
                + none(raw, "No error", "failed")
                + none(raw, "No connection of the pool is waited for", "connections");
    }

    private static String transactions(RawFigures raw, String title, String name) {
        Figure figure = raw.figure(name);
        return Texts.row(List.of(
                title,
                Texts.withError(figure.column("failed")),
                Texts.withError(figure.column("connections")),
                Texts.withError(figure.column("longest"))));
    }

    private static String none(RawFigures raw, String budget, String column) {
        return Check.line(
                budget,
                Stream.of("cold", "warm")
                        .map(name -> none(name, raw.figure(name).column(column)))
                        .toList());
    }

    private static String rows(Figure figure, List<Row> rows) {
        return rows.stream()
                .map(row -> row(row.title(), figure.column(row.column())))
                .collect(Collectors.joining());
    }

    private static String row(String title, Series series) {
        return Texts.row(List.of(title, Texts.withError(series)));
    }
}
