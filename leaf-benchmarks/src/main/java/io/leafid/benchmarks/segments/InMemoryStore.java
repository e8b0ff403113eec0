package io.leafid.benchmarks.segments;

import io.leafid.UnknownTagException;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.TagRow;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Counters in memory that answer after a set time, as a database in the same room would. Thread-safe. */
final class InMemoryStore implements SegmentStore {

    private final Map<String, AtomicLong> counters = new ConcurrentHashMap<>();
    private final int step;
    private final Latency latency;
    private final Ledger ledger;

    InMemoryStore(Collection<String> tags, int step, Duration latency, Ledger ledger) {
        this.step = step;
        this.latency = new Latency(latency);
        this.ledger = ledger;
        tags.forEach(tag -> counters.put(TagNames.copy(tag), new AtomicLong(1)));
    }

    @Override
    public AllocatedSegment allocate(String tag, long amount, long floor) {
        long nanos = latency.pass();
        AtomicLong counter = counters.get(tag);
        if (counter == null) {
            throw new UnknownTagException(tag, "tag '" + tag + "' has no row", null);
        }
        long first = counter.getAndAdd(amount);
        ledger.allocated(amount, nanos);
        return new AllocatedSegment(first, first + amount, step);
    }

    @Override
    public Optional<TagRow> find(String tag) {
        latency.pass();
        return Optional.ofNullable(counters.get(tag)).map(counter -> new TagRow(tag, counter.get(), step));
    }

    @Override
    public List<TagRow> findAll() {
        latency.pass();
        return counters.entrySet().stream()
                .map(row -> new TagRow(row.getKey(), row.getValue().get(), step))
                .toList();
    }

    @Override
    public boolean create(String tag, int newStep, long initialId) {
        latency.pass();
        return counters.putIfAbsent(tag, new AtomicLong(initialId)) == null;
    }

    @Override
    public boolean giveBack(String tag, long first, long end) {
        latency.pass();
        AtomicLong counter = counters.get(tag);
        return counter != null && counter.compareAndSet(end, first);
    }
}
