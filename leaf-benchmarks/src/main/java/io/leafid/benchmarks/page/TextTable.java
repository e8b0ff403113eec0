package io.leafid.benchmarks.page;

import io.leafid.benchmarks.raw.RawFigures;
import io.leafid.benchmarks.raw.Series;
import java.util.List;

/** Table of the cost of a text beside its id. */
final class TextTable {

    private static final int MOST_NANOS = 150;

    private TextTable() {}

    static String markdown(RawFigures raw) {
        return Texts.header(List.of("", "processor time, ns", "bytes allocated"))
                + row(raw, "`nextId`", "id")
                + row(raw, "`nextText`, `INV-{date:yyyyMMdd}-{id:012}`", "text")
                + row(raw, "the same with `-{check}`", "checkedText")
                + row(raw, "`nextText`, `{id:base36:08}{check:mod37-36}`", "coupon")
                + "\n"
                + Check.line(
                        "At most 150 ns more than the id",
                        List.of(
                                check(raw, "date and id", "text"),
                                check(raw, "check digits", "checkedText"),
                                check(raw, "base36", "coupon")));
    }

    private static Check check(RawFigures raw, String title, String name) {
        return new Check(title, more(raw, name), nanos -> nanos <= MOST_NANOS);
    }

    private static String row(RawFigures raw, String title, String name) {
        double bytes = raw.figure(name).column("gc.alloc.rate.norm").score();
        return Texts.row(List.of(title, Texts.withError(nanos(raw, name)), Texts.number(Math.rint(bytes))));
    }

    /** Of a processor, which leaves out what other programs took. */
    private static Series nanos(RawFigures raw, String name) {
        return raw.figure(name).column("cpu.norm");
    }

    private static Series more(RawFigures raw, String name) {
        double id = nanos(raw, "id").score();
        return nanos(raw, name).mapped("ns", nanos -> nanos - id);
    }
}
