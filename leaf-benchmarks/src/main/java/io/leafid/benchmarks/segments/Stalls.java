package io.leafid.benchmarks.segments;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringTokenizer;

/**
 * Stalls of this thread for reasons that are not the code's: the collector, and other processes on the processors.
 *
 * <p>Both are read as running totals, before and after. One thread only.
 */
final class Stalls {

    /** Of this thread: time on a processor, time waiting for one, time slices; Linux only. */
    private static final Path SCHEDULER_TOTALS = Path.of("/proc/thread-self/schedstat");

    private Stalls() {}

    /** Time for which the collector has stopped the process so far, in nanoseconds; kept by the JVM in milliseconds. */
    static long gcNanos() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                        .sum()
                * 1_000_000;
    }

    /** Time for which this thread has waited for a processor so far, in nanoseconds; 0 where the system does not tell. */
    static long queuedNanos() {
        try {
            StringTokenizer totals = new StringTokenizer(Files.readString(SCHEDULER_TOTALS));
            totals.nextToken();
            return Long.parseLong(totals.nextToken());
        } catch (IOException ex) {
            return 0;
        }
    }
}
