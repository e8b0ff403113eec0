package io.leafid.benchmarks.segments;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A bare counter per tag: what remains of the cost of many tags when there is nothing to look up, or no segment. */
@State(Scope.Benchmark)
public class BareCounters {

    final AtomicLong[] byNumber = IntStream.range(0, TagNames.ALL.size())
            .mapToObj(i -> new AtomicLong())
            .toArray(AtomicLong[]::new);

    final Map<String, AtomicLong> byTag = new ConcurrentHashMap<>();

    /** Makes the counters. */
    public BareCounters() {
        TagNames.ALL.forEach(tag -> byTag.put(tag, new AtomicLong()));
    }
}
