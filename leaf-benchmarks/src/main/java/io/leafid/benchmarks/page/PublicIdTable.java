package io.leafid.benchmarks.page;

import io.leafid.benchmarks.raw.RawFigures;
import io.leafid.benchmarks.raw.Series;
import java.util.List;

/** Table of the cost of a public id. */
final class PublicIdTable {

    private PublicIdTable() {}

    static String markdown(RawFigures raw) {
        return Texts.header(
                        List.of("", "processor time, ns", "beside Leaf", "M per second and core", "bytes allocated"))
                + row(raw, "`PublicIds.encode`, AES-256", "encodeLeaf", "encodeLeaf")
                + row(raw, "Hashids", "encodeHashids", "encodeLeaf")
                + row(raw, "Sqids", "encodeSqids", "encodeLeaf")
                + row(raw, "`PublicIds.decode`", "decodeLeaf", "decodeLeaf")
                + row(raw, "`PublicIds.decode`, three keys", "decodeLeafWithThreeKeys", "decodeLeaf")
                + row(raw, "Hashids", "decodeHashids", "decodeLeaf")
                + row(raw, "Sqids", "decodeSqids", "decodeLeaf")
                + "\n"
                + Check.line(
                        "At least 5 M encodes per second and core",
                        List.of(new Check("", millions(raw, "encodeLeaf"), millions -> millions >= 5)));
    }

    private static String row(RawFigures raw, String title, String name, String base) {
        return Texts.row(List.of(
                title,
                Texts.withError(nanos(raw, name)),
                name.equals(base) ? "1" : Texts.ratio(nanos(raw, name).over(nanos(raw, base))),
                Texts.score(millions(raw, name)),
                Texts.number(
                        Math.rint(raw.figure(name).column("gc.alloc.rate.norm").score()))));
    }

    /** Of a processor, which leaves out what other programs took. */
    private static Series nanos(RawFigures raw, String name) {
        return raw.figure(name).column("cpu.norm");
    }

    private static Series millions(RawFigures raw, String name) {
        return nanos(raw, name).mapped("M/s", nanos -> 1e3 / nanos);
    }
}
