package io.leafid.cluster;

import io.leafid.UnknownTagException;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.ForwardingSegmentStore;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.TagRow;
import io.leafid.specification.SegmentEvent;
import io.leafid.specification.SegmentEvent.Kind;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A store whose calls and answers are written down. One thread at a time. */
final class TracedStore extends ForwardingSegmentStore {

    private final Run run;
    private final Set<String> seen = new HashSet<>();
    private long calls;

    TracedStore(SegmentStore real, Run run) {
        super(real);
        this.run = run;
    }

    @Override
    public AllocatedSegment allocate(String tag, long amount, long floor) {
        long call = ++calls;
        note(SegmentEvent.of(Kind.ASKS, run.name(), tag, floor, floor + amount, call));
        try {
            AllocatedSegment range = super.allocate(tag, amount, floor);
            note(SegmentEvent.of(Kind.REPLIED, run.name(), tag, range.first(), range.end(), call));
            return range;
        } catch (UnknownTagException ex) {
            missed(tag);
            throw ex;
        } catch (RuntimeException ex) {
            note(SegmentEvent.of(Kind.FAILED, run.name(), tag, -1, -1, call));
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
        note(SegmentEvent.of(Kind.MISSED, run.name(), tag));
    }

    @Override
    public boolean giveBack(String tag, long first, long end) {
        note(SegmentEvent.of(Kind.RETURNS, run.name(), tag, first, end, -1));
        return super.giveBack(tag, first, end);
    }

    private void note(SegmentEvent event) {
        run.cluster().noteOfSegments(() -> event);
    }
}
