package io.leafid.benchmarks.segments;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import me.ahoo.cosid.segment.IdSegmentChain;
import me.ahoo.cosid.segment.SegmentChainId;
import me.ahoo.cosid.segment.concurrent.PrefetchWorkerExecutorService;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** CosId's chain of segments with its default settings, on a store in memory with the same step and latency. */
@State(Scope.Benchmark)
public class CosIdSource {

    /** Time of one round trip to the store, in milliseconds. */
    @Param({"0", "5"})
    public int storeMillis;

    PrefetchWorkerExecutorService workers;
    Map<String, SegmentChainId> generators;
    SegmentChainId sequence;

    /** Starts the chains; they allocate their first segments by themselves. */
    @Setup(Level.Trial)
    public void start(Ledger ledger) {
        workers = newWorkers();
        generators = open(TagNames.ALL, Duration.ofMillis(storeMillis), ledger, workers);
        sequence = Objects.requireNonNull(generators.get(TagNames.ALL.get(0)));
    }

    /** Workers as CosId's own default has them, but ours to end. */
    static PrefetchWorkerExecutorService newWorkers() {
        return new PrefetchWorkerExecutorService(
                PrefetchWorkerExecutorService.DEFAULT_PREFETCH_PERIOD,
                Runtime.getRuntime().availableProcessors());
    }

    static Map<String, SegmentChainId> open(
            List<String> tags, Duration latency, Ledger ledger, PrefetchWorkerExecutorService workers) {
        Map<String, SegmentChainId> generators = new ConcurrentHashMap<>();
        for (String tag : tags) {
            CosIdStore store = new CosIdStore(tag, TagNames.STEP, latency, ledger);
            generators.put(
                    tag,
                    new SegmentChainId(
                            Long.MAX_VALUE /* segments live for ever */,
                            SegmentChainId.DEFAULT_SAFE_DISTANCE,
                            store,
                            workers));
        }
        ledger.issuedBy(() -> generators.values().stream()
                .mapToLong(generator -> issued(generator.getHead()))
                .sum());
        return generators;
    }

    /** Its ids are counted from 1 without a gap, and its counter runs past the end of a segment. */
    private static long issued(IdSegmentChain head) {
        return Math.max(0, Math.min(head.getSequence(), head.getMaxId()));
    }

    /** Ends the workers. */
    @TearDown(Level.Trial)
    public void close() {
        workers.shutdown();
    }
}
