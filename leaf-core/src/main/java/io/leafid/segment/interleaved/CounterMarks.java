package io.leafid.segment.interleaved;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;

/**
 * The ends of the ranges that this process was granted by one database, tag by tag, as numbers of its counters. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - The counter of a tag stands at its highest end or above, unless it was rewound: nothing is given back.
 *   - The last few ends are kept, in order; a segment that is served is among them.
 * </pre>
 */
final class CounterMarks {

    /** More than a process has of one tag at a time: the current segment, the next one, and some that came too late. */
    private static final int KEPT = 8;

    private final ConcurrentMap<String, List<Long>> ends = new ConcurrentHashMap<>();

    void granted(String tag, long end) {
        ends.merge(tag, List.of(end), CounterMarks::merged);
    }

    private static List<Long> merged(List<Long> before, List<Long> more) {
        List<Long> all = Stream.concat(before.stream(), more.stream())
                .sorted()
                .distinct()
                .toList();
        return all.subList(Math.max(0, all.size() - KEPT), all.size()).stream().toList();
    }

    /** The highest end that is not above a number; 0 if there is none. */
    long highestUpTo(String tag, long number) {
        return ends.getOrDefault(tag, List.of()).stream()
                .mapToLong(Long::longValue)
                .filter(end -> end <= number)
                .max()
                .orElse(0);
    }
}
