package io.leafid.benchmarks.page;

import io.leafid.benchmarks.raw.RawFigures;
import io.leafid.benchmarks.raw.Series;
import java.util.List;

/** Time until an application with Leaf is ready, over the same with what Leaf's starters bring anyway. */
final class StartTable {

    private static final String PLAIN = "plain";
    private static final String BASE = "actuator";

    private StartTable() {}

    static String markdown(RawFigures raw) {
        return Texts.header(List.of(
                        "an application is ready",
                        "ms after its JVM",
                        "more than with the actuator, ms",
                        "processor time, ms"))
                + row(raw, "with JDBC and H2", PLAIN)
                + row(raw, "with Boot's actuator, which Leaf's starters bring", BASE)
                + row(raw, "the same once more: control", "control")
                + row(raw, "with Leaf's starter and no engine on", "off")
                + row(raw, "with segment ids, H2", "segment")
                + row(raw, "with snowflake ids, a lease from ZooKeeper", "snowflake")
                + "\n"
                + line(raw, "off", "with no engine on", 15)
                + line(raw, "segment", "with segment ids", 100)
                + line(raw, "snowflake", "with a lease", 150);
    }

    private static String line(RawFigures raw, String name, String title, int limit) {
        return Check.line(
                "At most %d ms more %s".formatted(limit, title),
                List.of(new Check("", more(raw, name), millis -> millis <= limit)));
    }

    private static String row(RawFigures raw, String title, String name) {
        return Texts.row(List.of(
                title,
                Texts.withError(raw.figure(name).column("ready")),
                (name.equals(PLAIN) || name.equals(BASE)) ? "" : Texts.withError(more(raw, name)),
                Texts.withError(raw.figure(name).column("processor"))));
    }

    private static Series more(RawFigures raw, String name) {
        return raw.figure(name).column("ready").minus(raw.figure(BASE).column("ready"));
    }
}
