package io.leafid.segment.jdbc;

import io.leafid.testing.MariaDbServer;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/** Where the time goes from the first call of many nodes to the moment at which the last of them has an id. Thread-safe. */
final class ColdStart {

    private final AtomicLongArray firstIdNanos;
    private final AtomicInteger waiting;
    private volatile ProcessHandle server = ProcessHandle.current();
    private volatile long beganNanos;
    private volatile @Nullable Usage before;
    private volatile @Nullable Usage after;

    ColdStart(int nodes) {
        this.firstIdNanos = new AtomicLongArray(nodes);
        this.waiting = new AtomicInteger(nodes);
    }

    /** Says whose processor time is the server's. */
    void on(MariaDbServer running) {
        server = running.process();
    }

    /** Begins to measure. */
    void begin() {
        before = usage();
        beganNanos = System.nanoTime();
    }

    /** Notes that a node has its first id. */
    void hasFirstId(int node) {
        if (firstIdNanos.compareAndSet(node, 0, System.nanoTime() - beganNanos) && waiting.decrementAndGet() == 0) {
            after = usage();
        }
    }

    private Usage usage() {
        return new Usage(
                processorTime(server),
                processorTime(ProcessHandle.current()),
                Duration.ofMillis(ManagementFactory.getCompilationMXBean().getTotalCompilationTime()));
    }

    private static Duration processorTime(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    @Override
    public String toString() {
        Usage begin = before;
        Usage end = after;
        if (begin == null || end == null) {
            return "some nodes never had an id";
        }
        long[] sorted = new long[firstIdNanos.length()];
        Arrays.setAll(sorted, node -> TimeUnit.NANOSECONDS.toMillis(firstIdNanos.get(node)));
        Arrays.sort(sorted);
        return "first id after: median %d ms, nine in ten %d ms, all %d ms; processor time: server %d ms, nodes %d ms, of which their compilers %d ms"
                .formatted(
                        sorted[sorted.length / 2],
                        sorted[sorted.length * 9 / 10],
                        sorted[sorted.length - 1],
                        end.server.minus(begin.server).toMillis(),
                        end.nodes.minus(begin.nodes).toMillis(),
                        end.compilers.minus(begin.compilers).toMillis());
    }

    /**
     * What was used up to some moment.
     *
     * @param server processor time of the server
     * @param nodes processor time of this process
     * @param compilers time of this process's compilers
     */
    private record Usage(Duration server, Duration nodes, Duration compilers) {}
}
