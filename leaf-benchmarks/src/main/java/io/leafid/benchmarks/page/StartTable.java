package io.leafid.benchmarks.page;

import io.leafid.benchmarks.raw.RawFigures;
import io.leafid.benchmarks.raw.Series;
import java.util.List;

/** Table of the time by which an application with Leaf is ready later. */
final class StartTable {

    private static final String PLAIN = "plain";

    private StartTable() {}

    static String markdown(RawFigures raw) {
        return Texts.header(List.of(
                        "an application is ready",
                        "ms after its JVM",
                        "more than without Leaf, ms",
                        "processor time, ms"))
                + row(raw, "with JDBC and H2, without Leaf", PLAIN)
                + row(raw, "the same once more: control", "control")
                + row(raw, "with Boot's actuator, which Leaf's starters bring", "actuator")
                + row(raw, "with segment ids, H2", "segment")
                + row(raw, "with snowflake ids, a lease from ZooKeeper", "snowflake")
                + "\n"
                + Check.line(
                        "At most 100 ms more with segment ids",
                        List.of(new Check("", more(raw, "segment", PLAIN), millis -> millis <= 100)))
                + Check.line(
                        "At most 200 ms more with a lease",
                        List.of(new Check("", more(raw, "snowflake", PLAIN), millis -> millis <= 200)));
    }

    private static String row(RawFigures raw, String title, String name) {
        return Texts.row(List.of(
                title,
                Texts.withError(raw.figure(name).column("ready")),
                name.equals(PLAIN) ? "" : Texts.withError(more(raw, name, PLAIN)),
                Texts.withError(raw.figure(name).column("processor"))));
    }

    private static Series more(RawFigures raw, String name, String base) {
        return raw.figure(name).column("ready").minus(raw.figure(base).column("ready"));
    }
}
