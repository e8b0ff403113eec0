package io.leafid.benchmarks.segments;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The least of a look-up and a range, where nothing else is done: no allocation ahead, no figures, no tag that goes. A lower bound of what an id
 * of a range costs, for a tag whose range is replaced from time to time; these never are.
 */
@State(Scope.Benchmark)
public class LeastRanges {

    private final Map<String, Current> byTag = new ConcurrentHashMap<>();

    /** Makes a range for each tag. */
    public LeastRanges() {
        TagNames.ALL.forEach(tag -> byTag.put(tag, new Current(new Range(0, Long.MAX_VALUE))));
    }

    long next(String tag) {
        Current current = byTag.get(tag);
        if (current == null) {
            throw new IllegalArgumentException(tag);
        }
        Range range = current.range;
        long id = range.next.getAndIncrement();
        if (id >= range.end) {
            throw new IllegalStateException(tag);
        }
        return id;
    }

    /** The range of a tag, which another one may replace at any moment. */
    private static final class Current {

        volatile Range range;

        Current(Range range) {
            this.range = range;
        }
    }

    /** Ids from a counter to an end. */
    private static final class Range {

        final AtomicLong next;
        final long end;

        Range(long first, long end) {
            this.next = new AtomicLong(first);
            this.end = end;
        }
    }
}
