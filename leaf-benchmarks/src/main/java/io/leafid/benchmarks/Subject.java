package io.leafid.benchmarks;

import io.leafid.benchmarks.entities.SavedEntities;
import io.leafid.benchmarks.http.Flood;
import io.leafid.benchmarks.http.IdsOverHttp;
import io.leafid.benchmarks.latency.CallLatency;
import io.leafid.benchmarks.raw.Measurement;
import java.util.List;

/**
 * What can be measured.
 *
 * @param name of the argument that asks for it, and of the file that it is written to
 * @param isUsual whether a command measures it that names nothing: it needs no load generator and no database, and takes few minutes
 * @param measurement measures it
 */
record Subject(String name, boolean isUsual, Measurement measurement) {

    /** All of them. */
    static final List<Subject> ALL = List.of(
            usual("one-tag", new JmhRounds(OneTag.class, List.of(1, 2, 4), 5, 400)),
            usual("many-tags", new JmhRounds(ManyTags.class, List.of(1, 2, 4), 5, 400)),
            usual("snowflake", new JmhRounds(SnowflakeLine.class, List.of(1, 4), 5, 400)),
            usual("saturated", new JmhRounds(SnowflakeSaturated.class, List.of(), 3, 250)),
            usual("never-saturated", new JmhRounds(SnowflakeCost.class, List.of(), 3, 250)),
            usual("single-calls", new Scenarios()),
            usual("public-ids", new JmhRounds(PublicIdCost.class, List.of(1), 5, 400)),
            usual("entities", SavedEntities::measure),
            new Subject("latency-segment", false, CallLatency.ofSegments()),
            new Subject("latency-snowflake", false, CallLatency.ofSnowflakes()),
            new Subject("http", false, new IdsOverHttp()),
            new Subject("flood", false, new Flood()),
            new Subject("order", false, OrderedIds::measure));

    private static Subject usual(String name, Measurement measurement) {
        return new Subject(name, true, measurement);
    }

    static Subject named(String name) {
        return ALL.stream()
                .filter(subject -> subject.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("nothing is called " + name + ", only "
                        + ALL.stream().map(Subject::name).toList()));
    }
}
