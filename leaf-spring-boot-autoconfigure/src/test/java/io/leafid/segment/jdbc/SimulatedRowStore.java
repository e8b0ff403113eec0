package io.leafid.segment.jdbc;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.Lift;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.SlotRecord;
import io.leafid.segment.store.TagRow;
import io.leafid.workerid.BrokenRule;
import io.leafid.workerid.Wire;
import java.util.List;
import java.util.Optional;

/** The table in memory as one process sees it, over a line, with the real watch for another server. One thread at a time. */
public final class SimulatedRowStore implements SegmentStore {

    private final SimulatedRows server;
    private final Wire wire;
    private final String owner;
    private final ServerWatch servers = new ServerWatch(FailoverPolicy.CONTINUE);

    /** Makes the store of one process. */
    public SimulatedRowStore(SimulatedRows server, Wire wire, String owner) {
        this.server = server;
        this.wire = wire;
        this.owner = owner;
    }

    @Override
    public AllocatedSegment allocate(String tag, long amount) {
        return allocate(tag, amount, 0);
    }

    @Override
    public AllocatedSegment allocate(String tag, long amount, long floor) {
        try {
            Reply reply = allocated(tag, amount);
            servers.settle(tag, servers.seen(reply.server), reply.grant.first(), reply.grant.end());
            reply.grant.told();
            return segment(reply.grant);
        } catch (RuntimeException ex) {
            if (server.breaks(BrokenRule.A_RANGE_COMES_FROM_A_REPLY)) {
                TagRow row = find(tag).orElseThrow(() -> ex);
                return new AllocatedSegment(row.maxId() - amount, row.maxId(), row.step());
            }
            throw ex;
        }
    }

    /** Allocates from one of several tables. */
    AllocatedSegment allocate(String tag, Lift lift) {
        Reply reply = wire.call(() -> new Reply(server.allocate(owner, tag, lift), server.server()));
        servers.settle(tag, servers.seen(reply.server), reply.grant.first(), reply.grant.end());
        reply.grant.told();
        return segment(reply.grant);
    }

    List<SlotRecord> slotRecords() {
        return wire.call(server::slotRecords);
    }

    void recordSlot(SlotRecord slot) {
        boolean unused = wire.call(() -> server.recordSlot(slot));
    }

    private Reply allocated(String tag, long amount) {
        if (server.breaks(BrokenRule.A_RANGE_IS_TAKEN_BY_ONE_CHANGE)) {
            TagRow read = wire.call(() -> server.find(tag)).orElseThrow(() -> TagRow.missing(tag));
            return wire.call(() -> new Reply(
                    server.grant(owner, tag, read.maxId(), read.maxId() + amount, read.step()), server.server()));
        }
        return wire.call(() -> new Reply(server.allocate(owner, tag, amount), server.server()));
    }

    private static AllocatedSegment segment(SimulatedRows.Grant grant) {
        return new AllocatedSegment(grant.first(), grant.end(), grant.step());
    }

    @Override
    public String identity() {
        return wire.call(() -> "the simulated database");
    }

    @Override
    public Optional<TagRow> find(String tag) {
        return wire.call(() -> server.find(tag));
    }

    @Override
    public List<TagRow> findAll() {
        return wire.call(server::findAll);
    }

    @Override
    public boolean create(String tag, int step, long initialId) {
        return wire.call(() -> server.create(tag, step, initialId));
    }

    @Override
    public boolean giveBack(String tag, long first, long end) {
        Optional<Long> unchangedSince = wire.call(
                () -> servers.granted(tag, server.server(), first) ? server.lastChange(tag, end) : Optional.empty());
        return unchangedSince.isPresent()
                && wire.call(() -> server.giveBack(owner, tag, first, end, unchangedSince.get()));
    }

    /** What came of an allocation, and from which server. */
    private record Reply(SimulatedRows.Grant grant, String server) {}
}
