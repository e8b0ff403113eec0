package io.leafid.specification;

import io.leafid.UnknownTagException;
import io.leafid.segment.status.DatabaseStatus;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.ForwardingSegmentStore;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.SeveralCounters;
import io.leafid.segment.store.TagRow;
import io.leafid.specification.SegmentEvent.Kind;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** A store whose calls and answers are written down. Thread-safe as the other one is. */
public class TracedStore extends ForwardingSegmentStore {

    private final String process;
    private final Consumer<SegmentEvent> trace;
    private final Set<String> seen = ConcurrentHashMap.newKeySet();
    private final AtomicLong calls = new AtomicLong();

    /**
     * Before the store of a process, whether it has one counter for each tag or several.
     *
     * @param trace takes what happens
     */
    public static TracedStore of(SegmentStore real, String process, Consumer<SegmentEvent> trace) {
        return (real instanceof SeveralCounters several)
                ? new OfSeveral(several, process, trace)
                : new TracedStore(real, process, trace);
    }

    private TracedStore(SegmentStore real, String process, Consumer<SegmentEvent> trace) {
        super(real);
        this.process = process;
        this.trace = trace;
    }

    @Override
    public AllocatedSegment allocate(String tag, long amount, long floor) {
        long call = calls.incrementAndGet();
        trace.accept(SegmentEvent.of(Kind.ASKS, process, tag, floor, floor + amount, call));
        try {
            AllocatedSegment range = super.allocate(tag, amount, floor);
            trace.accept(SegmentEvent.of(Kind.REPLIED, process, tag, range.first(), range.end(), call));
            return range;
        } catch (UnknownTagException ex) {
            missed(tag);
            throw ex;
        } catch (RuntimeException ex) {
            trace.accept(SegmentEvent.of(Kind.FAILED, process, tag, -1, -1, call));
            throw ex;
        }
    }

    @Override
    public Optional<TagRow> find(String tag) {
        Optional<TagRow> found = super.find(tag);
        if (found.isEmpty()) {
            missed(tag);
        }
        return found;
    }

    @Override
    public List<TagRow> findAll() {
        List<TagRow> found = super.findAll();
        Set<String> missing = new HashSet<>(seen);
        found.forEach(row -> missing.remove(row.tag()));
        found.forEach(row -> seen.add(row.tag()));
        missing.forEach(this::missed);
        return found;
    }

    private void missed(String tag) {
        trace.accept(SegmentEvent.of(Kind.MISSED, process, tag));
    }

    @Override
    public boolean giveBack(String tag, long first, long end) {
        trace.accept(SegmentEvent.of(Kind.RETURNS, process, tag, first, end, -1));
        return super.giveBack(tag, first, end);
    }

    private static final class OfSeveral extends TracedStore implements SeveralCounters {

        private final SeveralCounters real;

        private OfSeveral(SeveralCounters real, String process, Consumer<SegmentEvent> trace) {
            super(real, process, trace);
            this.real = real;
        }

        @Override
        public List<DatabaseStatus> members() {
            return real.members();
        }

        @Override
        public Map<String, Long> handedOut(String tag, long end) {
            return real.handedOut(tag, end);
        }

        @Override
        public long recall(String tag, Map<String, Long> ends) {
            return real.recall(tag, ends);
        }
    }
}
