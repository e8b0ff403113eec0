package io.leafid.benchmarks.segments;

import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The cheapest source of numbers that threads can share: the yardstick. */
@State(Scope.Benchmark)
public class BareCounter {

    final AtomicLong value = new AtomicLong();
}
