package io.leafid.segment.buffer;

import io.leafid.IdGenerationException;
import io.leafid.Tags;
import io.leafid.concurrent.TagGate;
import io.leafid.segment.status.SegmentRange;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.segment.status.SegmentTotals;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.TagRow;
import io.leafid.time.Deadline;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The ids of one tag behind its gate. Thread-safe.
 *
 * <p>Only tags that have, or had, a limit get one: all others keep their way to an id as it is.
 */
public final class LimitedBuffer extends TagBuffer {

    private final TagGate gate;
    private final TagBuffer ids;
    private final SegmentTotals before;

    /** A gate before ids that no caller has had yet. */
    public LimitedBuffer(TagGate gate, TagBuffer ids) {
        this(gate, ids, SegmentTotals.NONE);
    }

    /** A gate before ids that go on where others ended, which had done so much. */
    LimitedBuffer(TagGate gate, TagBuffer ids, SegmentTotals before) {
        super(ids.tag());
        this.gate = gate;
        this.ids = ids;
        this.before = before;
    }

    @Override
    public long next() {
        gate.pass(1);
        return ids.next();
    }

    @Override
    public long[] next(int count) {
        gate.pass(Tags.requireBatch(count));
        return ids.next(count);
    }

    @Override
    public long[] next(int count, Deadline deadline, Unknown unknown) {
        gate.pass(count);
        return ids.next(count, deadline, unknown);
    }

    @Override
    public AllocatedSegment grant(long amount, Deadline deadline) {
        gate.pass(amount);
        return ids.grant(amount, deadline);
    }

    @Override
    public boolean takeBack(long first, long end) {
        return ids.takeBack(first, end);
    }

    @Override
    public TagBuffer limitedBy(TagGate other) {
        return this;
    }

    @Override
    public @Nullable StoreCall<?> prepare() {
        return ids.prepare();
    }

    @Override
    public void confirm(long configuredStep) {
        ids.confirm(configuredStep);
    }

    @Override
    public void reportSetBack(TagRow row) {
        ids.reportSetBack(row);
    }

    @Override
    public Optional<SegmentRange> retire() {
        return ids.retire();
    }

    @Override
    public Optional<SegmentRange> retire(IdGenerationException reason) {
        return ids.retire(reason);
    }

    @Override
    public void resume(long notedEnd) {
        ids.resume(notedEnd);
    }

    @Override
    public boolean isRetired() {
        return ids.isRetired();
    }

    @Override
    public boolean isUsed() {
        return ids.isUsed();
    }

    @Override
    public long issuedEnd() {
        return ids.issuedEnd();
    }

    @Override
    public boolean hasIssued() {
        return totals().issued() > 0;
    }

    @Override
    public boolean isSetBack() {
        return ids.isSetBack();
    }

    @Override
    public long knownSinceNanos() {
        return ids.knownSinceNanos();
    }

    @Override
    public SegmentTagStatus status(long nowNanos) {
        return ids.status(nowNanos).after(before);
    }

    @Override
    public SegmentTotals totals() {
        return before.plus(ids.totals());
    }
}
