package io.leafid.benchmarks;

import io.leafid.benchmarks.raw.Measurement;
import java.util.List;

/**
 * What can be measured.
 *
 * @param name of the argument that asks for it, and of the file that it is written to
 * @param isPlain whether it needs the JVM only, no load generator and no database
 * @param measurement measures it
 */
record Subject(String name, boolean isPlain, Measurement measurement) {

    /** All of them. */
    static final List<Subject> ALL = List.of(
            plain("one-tag", new JmhRounds(OneTag.class, List.of(1, 2, 4), 5, 400)),
            plain("many-tags", new JmhRounds(ManyTags.class, List.of(1, 2, 4), 5, 400)),
            plain("snowflake", new JmhRounds(SnowflakeLine.class, List.of(1, 4), 5, 400)),
            plain("saturated", new JmhRounds(SnowflakeSaturated.class, List.of(), 3, 250)),
            plain("never-saturated", new JmhRounds(SnowflakeCost.class, List.of(), 3, 250)),
            plain("single-calls", new Scenarios()),
            plain("public-ids", new JmhRounds(PublicIdCost.class, List.of(1), 5, 400)));

    private static Subject plain(String name, Measurement measurement) {
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
