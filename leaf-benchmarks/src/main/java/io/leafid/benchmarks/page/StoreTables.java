package io.leafid.benchmarks.page;

import io.leafid.benchmarks.raw.Figure;
import io.leafid.benchmarks.raw.RawFigures;
import io.leafid.benchmarks.raw.Series;
import java.util.List;

/** Ids in global order, and what an id of an entity costs. */
final class StoreTables {

    private static final String TRANSACTION = "one transaction per id on the tag's row";
    private static final String GLOBAL = "`order: global`";

    private StoreTables() {}

    static String order(RawFigures raw) {
        StringBuilder text = new StringBuilder(Texts.header(List.of(
                "each id newer than its call, 64 callers",
                "ids per second",
                "× one transaction per id",
                "p50, ms",
                "p99, ms",
                "deadlocks")));
        for (Figure figure : raw.figures()) {
            text.append(Texts.row(List.of(
                    figure.name(),
                    Texts.withError(figure.column("ids")),
                    Texts.ratio(ids(raw, figure.name())),
                    Texts.withError(figure.column("p50")),
                    Texts.withError(figure.column("p99")),
                    Texts.withError(figure.column("deadlocks")))));
        }
        return text
                + "\n"
                + Check.line(
                        "At least 10 × one transaction per id",
                        List.of(new Check("", ids(raw, GLOBAL), ratio -> ratio >= 10)));
    }

    private static Series ids(RawFigures raw, String name) {
        return raw.figure(name).column("ids").over(raw.figure(TRANSACTION).column("ids"));
    }

    static String entities(RawFigures raw) {
        return Texts.header(List.of("", "processor time, µs per entity", "beside the first"))
                + row(raw, "JPA, `saveAll`, assigned ids", "jpa", "assigned")
                + row(raw, "the same once more: control", "jpa", "control")
                + row(raw, "`@LeafId`", "jpa", "leaf")
                + row(raw, "a sequence, 50 at a time", "jpa", "sequence")
                + row(raw, "each with a reference to a detached entity, a sequence", "references", "sequence")
                + row(raw, "`@LeafId`", "references", "leaf")
                + row(raw, "Spring Data JDBC, `insertAll`, assigned ids", "jdbc", "assigned")
                + row(raw, "the same once more: control", "jdbc", "control")
                + row(raw, "`@LeafId`", "jdbc", "leaf")
                + "\n"
                + Check.line(
                        "At most 2 % over assigned ids",
                        List.of(
                                new Check("JPA", cost(raw, "jpa", "leaf"), ratio -> ratio <= 1.02),
                                new Check("Spring Data JDBC", cost(raw, "jdbc", "leaf"), ratio -> ratio <= 1.02)));
    }

    private static String row(RawFigures raw, String title, String library, String ids) {
        return Texts.row(List.of(
                title,
                Texts.withError(raw.figure(library + " " + ids).column("cpu")),
                ids.equals(base(library)) ? "1" : Texts.ratio(cost(raw, library, ids))));
    }

    private static Series cost(RawFigures raw, String library, String ids) {
        return raw.figure(library + " " + ids)
                .column("cpu")
                .over(raw.figure(library + " " + base(library)).column("cpu"));
    }

    /** The ids that the others are compared with. */
    private static String base(String library) {
        return library.equals("references") ? "sequence" : "assigned";
    }
}
