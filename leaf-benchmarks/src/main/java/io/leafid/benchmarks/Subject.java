package io.leafid.benchmarks;

import io.leafid.benchmarks.database.ConcurrentTransactions;
import io.leafid.benchmarks.database.HundredThousandTags;
import io.leafid.benchmarks.entities.SavedEntities;
import io.leafid.benchmarks.http.ClientOfService;
import io.leafid.benchmarks.http.Flood;
import io.leafid.benchmarks.http.IdsOverHttp;
import io.leafid.benchmarks.latency.CallLatency;
import io.leafid.benchmarks.nodes.ThousandLeases;
import io.leafid.benchmarks.nodes.ThousandNodes;
import io.leafid.benchmarks.raw.Measurement;
import io.leafid.benchmarks.segments.ManyTags;
import io.leafid.benchmarks.segments.OneTag;
import io.leafid.benchmarks.segments.Scenarios;
import io.leafid.benchmarks.segments.TextCost;
import io.leafid.benchmarks.snowflake.SnowflakeCost;
import io.leafid.benchmarks.snowflake.SnowflakeLine;
import io.leafid.benchmarks.snowflake.SnowflakeSaturated;
import io.leafid.benchmarks.start.ApplicationStart;
import java.util.List;

/**
 * One subject that can be measured.
 *
 * @param name of the argument that asks for it, and of the file that it is written to
 * @param measurement measures it
 */
record Subject(String name, Measurement measurement) {

    /** All of them. */
    static final List<Subject> ALL = List.of(
            new Subject("one-tag", new JmhRounds(OneTag.class, List.of(1, 2, 4), 5, 250)),
            new Subject("many-tags", new JmhRounds(ManyTags.class, List.of(1, 2, 4), 5, 200)),
            new Subject("snowflake", new JmhRounds(SnowflakeLine.class, List.of(1, 4), 5, 300)),
            new Subject("saturated", new JmhRounds(SnowflakeSaturated.class, List.of(), 3, 150)),
            new Subject("never-saturated", new JmhRounds(SnowflakeCost.class, List.of(), 3, 150)),
            new Subject("single-calls", new Scenarios()),
            new Subject("public-ids", new JmhRounds(PublicIdCost.class, List.of(1), 5, 300)),
            new Subject("texts", new JmhRounds(TextCost.class, List.of(1), 5, 200)),
            new Subject("entities", SavedEntities::measure),
            new Subject("start", new ApplicationStart()),
            new Subject("transactions", new ConcurrentTransactions()),
            new Subject("hundred-thousand-tags", new HundredThousandTags()),
            new Subject("thousand-nodes", ThousandNodes::measure),
            new Subject("thousand-leases", ThousandLeases::measure),
            new Subject("order", OrderedIds::measure),
            new Subject("service-client", new ClientOfService()),
            new Subject("http", new IdsOverHttp()),
            new Subject("flood", new Flood()),
            new Subject("latency-segment", CallLatency.ofSegments()),
            new Subject("latency-snowflake", CallLatency.ofSnowflakes()));

    static Subject named(String name) {
        return ALL.stream()
                .filter(subject -> subject.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("nothing is called " + name + ", only "
                        + ALL.stream().map(Subject::name).toList()));
    }
}
