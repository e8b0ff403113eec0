package io.leafid.benchmarks.page;

import io.leafid.benchmarks.raw.Figure;
import io.leafid.benchmarks.raw.Percentiles;
import io.leafid.benchmarks.raw.RawFigures;
import java.util.List;
import java.util.Locale;

/** Table of the times of single calls, and of those that fail. */
final class LatencyTable {

    private LatencyTable() {}

    static String markdown(RawFigures raw) {
        StringBuilder text =
                new StringBuilder(Texts.header(List.of("", "", "p50", "p99", "99.99 %", "longest", "failed")));
        raw.figures().forEach(figure -> text.append(row(figure)));
        return text.toString();
    }

    private static String row(Figure figure) {
        return Texts.row(List.of(
                String.format(
                        Locale.ROOT, "%s, %,d/s", figure.param("scene"), Integer.parseInt(figure.param("perSecond"))),
                figure.name(),
                time(figure.column("p50").score()),
                time((double) Percentiles.at(figure.nanos(), 2)),
                time((double) Percentiles.at(figure.nanos(), 4)),
                time(figure.column("longest").score()),
                Texts.score(figure.column("failed"))));
    }

    private static String time(double nanos) {
        if (nanos < 1_000) {
            return Texts.number(nanos) + " ns";
        }
        return (nanos < 1_000_000) ? Texts.number(nanos / 1e3) + " µs" : Texts.number(nanos / 1e6) + " ms";
    }
}
