package io.leafid.segment.store;

import io.leafid.segment.status.DatabaseStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A store that asks another one; what a test wants to see, to change or to fail it overrides. Both kinds of allocation come by
 * {@link #allocate(String, long, long)}. Thread-safe as the other one is.
 */
public abstract class ForwardingSegmentStore implements SegmentStore {

    private final SegmentStore target;

    /** Puts itself before a store. */
    protected ForwardingSegmentStore(SegmentStore target) {
        this.target = target;
    }

    @Override
    public final AllocatedSegment allocate(String tag, long amount) {
        return allocate(tag, amount, 0);
    }

    @Override
    public AllocatedSegment allocate(String tag, long amount, long floor) {
        return target.allocate(tag, amount, floor);
    }

    @Override
    public long maxStep(String tag) {
        return target.maxStep(tag);
    }

    @Override
    public boolean hasOneCounter() {
        return target.hasOneCounter();
    }

    @Override
    public long serverChanges() {
        return target.serverChanges();
    }

    @Override
    public List<DatabaseStatus> members() {
        return target.members();
    }

    @Override
    public Map<String, Long> handedOut(String tag, long end) {
        return target.handedOut(tag, end);
    }

    @Override
    public long recall(String tag, Map<String, Long> ends) {
        return target.recall(tag, ends);
    }

    @Override
    public String identity() {
        return target.identity();
    }

    @Override
    public String name() {
        return target.name();
    }

    @Override
    public Optional<TagRow> find(String tag) {
        return target.find(tag);
    }

    @Override
    public List<TagRow> findAll() {
        return target.findAll();
    }

    @Override
    public boolean create(String tag, int step, long initialId) {
        return target.create(tag, step, initialId);
    }

    @Override
    public boolean delete(String tag, Instant due) {
        return target.delete(tag, due);
    }

    @Override
    public boolean giveBack(String tag, long first, long end) {
        return target.giveBack(tag, first, end);
    }
}
