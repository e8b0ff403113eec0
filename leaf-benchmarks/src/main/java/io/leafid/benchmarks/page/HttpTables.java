package io.leafid.benchmarks.page;

import io.leafid.benchmarks.raw.RawFigures;
import io.leafid.benchmarks.raw.Series;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.stream.Stream;

/** Tables of the cost of an id over HTTP, and of that which a flood of one tag has for another. */
final class HttpTables {

    private static final String BARE = "bare";

    private HttpTables() {}

    static String ids(RawFigures raw) {
        return Texts.header(List.of(
                        "",
                        "requests/s at full load",
                        "× bare",
                        "p99 at " + Texts.score(raw.figure(BARE).column("paced")) + " requests/s, ms",
                        "× bare",
                        "B per request"))
                + row(raw, "bare servlet that answers a constant", BARE)
                + row(raw, "once more", "control")
                + row(raw, "`/api/ids/order`, segment", "segment")
                + row(raw, "`/api/snowflake/get/payment`", "snowflake")
                + row(raw, "`/api/ids/order?count=100`", "batch")
                + "\n"
                + line(raw, "At least 0.6 × the bare servlet's requests", "requests", ratio -> ratio >= 0.6)
                + line(raw, "No worse a p99", "pacedP99", ratio -> ratio <= 1);
    }

    private static String row(RawFigures raw, String title, String name) {
        return Texts.row(List.of(
                title,
                Texts.score(raw.figure(name).column("requests")),
                name.equals(BARE) ? "1" : Texts.ratio(ratio(raw, name, BARE, "requests")),
                Texts.score(raw.figure(name).column("pacedP99")),
                name.equals(BARE) ? "1" : Texts.ratio(ratio(raw, name, BARE, "pacedP99")),
                Texts.score(raw.figure(name).column("bytes"))));
    }

    private static String line(RawFigures raw, String budget, String column, DoublePredicate line) {
        return Check.line(
                budget,
                Stream.of("segment", "snowflake")
                        .map(name -> new Check(name, ratio(raw, name, BARE, column), line))
                        .toList());
    }

    static String flood(RawFigures raw) {
        return Texts.header(List.of("p99 of 300 requests/s to one tag", "ms", "× alone"))
                + Stream.of(
                                "alone",
                                "beside 200 batches/s, no limit",
                                "beside 200 batches/s of a tag with `max-rate: 10000`")
                        .map(name -> Texts.row(List.of(
                                name,
                                Texts.withError(raw.figure(name).column("p99")),
                                Texts.ratio(ratio(raw, name, "alone", "p99")))))
                        .reduce("", String::concat);
    }

    static String client(RawFigures raw) {
        return Texts.header(List.of("one tag, 1 thread", "ids/µs", "× local", "requests per allocation"))
                + Texts.row(List.of("node with the database", ids(raw, "local"), "1", ""))
                + Texts.row(List.of(
                        "once more", ids(raw, "control"), Texts.ratio(ratio(raw, "control", "local", "ids")), ""))
                + Texts.row(List.of(
                        "client of the service",
                        ids(raw, "client"),
                        Texts.ratio(ratio(raw, "client", "local", "ids")),
                        Texts.withError(raw.figure("client").column("requests"))))
                + Texts.row(List.of("node, `max-step: 10000000`", ids(raw, "local-large"), "1", ""))
                + Texts.row(List.of(
                        "client, `max-step: 10000000`",
                        ids(raw, "client-large"),
                        Texts.ratio(ratio(raw, "client-large", "local-large", "ids")),
                        Texts.withError(raw.figure("client-large").column("requests"))))
                + "\n"
                + Check.line(
                        "Ids per second of a local engine, at least 0.9 ×",
                        List.of(
                                new Check("by default", ratio(raw, "client", "local", "ids"), ratio -> ratio >= 0.9),
                                new Check(
                                        "with the larger `max-step`",
                                        ratio(raw, "client-large", "local-large", "ids"),
                                        ratio -> ratio >= 0.9)))
                + Check.line(
                        "One request per allocation",
                        List.of(new Check("", raw.figure("client").column("requests"), requests -> requests == 1)));
    }

    private static String ids(RawFigures raw, String name) {
        return Texts.withError(raw.figure(name).column("ids"));
    }

    private static Series ratio(RawFigures raw, String name, String base, String column) {
        return raw.figure(name).column(column).over(raw.figure(base).column(column));
    }
}
