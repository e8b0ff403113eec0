package io.leafid.benchmarks.segments;

import io.leafid.IdSequence;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import java.time.Duration;
import java.util.List;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The segment engine with its default settings, on a store in memory. */
@State(Scope.Benchmark)
public class LeafSource {

    /** Time of one round trip to the store, in milliseconds. */
    @Param({"0", "5"})
    public int storeMillis;

    SegmentIdGenerator generator;
    IdSequence sequence;

    /** Starts the engine with the first segments allocated. */
    @Setup(Level.Trial)
    public void start(Ledger ledger) {
        generator = open(TagNames.ALL, Duration.ofMillis(storeMillis), ledger);
        sequence = generator.sequence(TagNames.ALL.get(0));
    }

    static SegmentIdGenerator open(List<String> tags, Duration latency, Ledger ledger) {
        InMemoryStore store = new InMemoryStore(tags, TagNames.STEP, latency, ledger);
        SegmentIdGenerator generator = new SegmentIdGenerator(store, SegmentSettings.DEFAULT, tags, null, event -> {});
        ledger.issuedBy(() -> generator.status().stream()
                .mapToLong(status -> status.traffic().issued())
                .sum());
        generator.start();
        return generator;
    }

    /** Ends the engine's threads. */
    @TearDown(Level.Trial)
    public void close() {
        generator.close();
    }
}
