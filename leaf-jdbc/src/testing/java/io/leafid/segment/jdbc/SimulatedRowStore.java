package io.leafid.segment.jdbc;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.CounterSetBackException;
import io.leafid.segment.store.IdentifiedStore;
import io.leafid.segment.store.TagRow;
import io.leafid.workerid.BrokenRule;
import io.leafid.workerid.Wire;
import io.leafid.workerid.WorkerIdException;
import java.util.List;
import java.util.Optional;

/** The table in memory as one process sees it, over a line, with the real watch for another server. One thread at a time. */
public final class SimulatedRowStore implements IdentifiedStore {

    private final SimulatedRows server;
    private final Wire wire;
    private final String owner;
    private final ServerWatch servers;

    /** Makes the store of one process, which leaves out a margin after a change of server, or nothing. */
    public SimulatedRowStore(SimulatedRows server, Wire wire, String owner, FailoverPolicy failover) {
        this.server = server;
        this.wire = wire;
        this.owner = owner;
        this.servers = new ServerWatch(failover);
    }

    @Override
    public AllocatedSegment allocate(String tag, long amount, long floor) {
        try {
            return allocate(tag, new Lift(amount, floor, 0, Long.MAX_VALUE));
        } catch (RuntimeException ex) {
            if (server.breaks(BrokenRule.A_RANGE_COMES_FROM_A_REPLY)) {
                TagRow row = find(tag).orElseThrow(() -> ex);
                return new AllocatedSegment(row.maxId() - amount, row.maxId(), row.step());
            }
            throw ex;
        }
    }

    AllocatedSegment allocate(String tag, Lift lift) {
        try {
            return ask(tag, lift);
        } catch (CounterSetBackException ex) {
            return ask(tag, servers.afterRefusal(tag, lift).orElseThrow(() -> ex));
        }
    }

    /** Allocates once more, with the margin below, if another server has answered than before, as on a real table. */
    private AllocatedSegment ask(String tag, Lift lift) {
        Reply reply = allocated(tag, lift);
        long changes = servers.recordServer(reply.server);
        long owed = Math.min(servers.marginDue(tag, changes), lift.ceiling() - lift.amount());
        if (owed > 0) {
            Lift again = new Lift(owed + lift.amount(), lift.least(), lift.floor(), lift.ceiling());
            reply = allocatedOn(reply.server, tag, again, lift.amount());
        }
        SimulatedRows.Grant grant = reply.grant;
        servers.recordAllocation(tag, changes);
        grant.told();
        return new AllocatedSegment(grant.first(), grant.end(), grant.step());
    }

    List<SlotRecord> slotRecords() {
        return wire.call(server::slotRecords);
    }

    void recordSlot(SlotRecord slot) {
        boolean unused = wire.call(() -> server.recordSlot(slot));
    }

    private Reply allocated(String tag, Lift lift) {
        if (server.breaks(BrokenRule.A_RANGE_IS_TAKEN_BY_ONE_CHANGE)) {
            TagRow read = wire.call(() -> server.find(tag)).orElseThrow(() -> TagRow.missing(tag));
            return wire.call(() -> new Reply(
                    server.grant(owner, tag, read.maxId(), read.maxId() + lift.amount(), read.step()),
                    server.server()));
        }
        return wire.call(() -> {
            try {
                return new Reply(server.allocate(owner, tag, lift, lift.amount()), server.server());
            } catch (CounterSetBackException ex) {
                servers.recordServer(server.server());
                throw ex;
            }
        });
    }

    /** On the same connection, which breaks with its server. */
    private Reply allocatedOn(String known, String tag, Lift lift, long granted) {
        return wire.call(() -> {
            if (!server.server().equals(known)) {
                throw new WorkerIdException.RegistryUnavailable("the connection is broken", null);
            }
            return new Reply(server.allocate(owner, tag, lift, granted), known);
        });
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
        Optional<Long> unchangedSince = wire.call(() ->
                servers.isTheOnlyOne(server.server()) ? server.lastChange(owner, tag, first, end) : Optional.empty());
        return unchangedSince.isPresent()
                && wire.call(() -> server.giveBack(owner, tag, first, end, unchangedSince.get()));
    }

    /** What came of an allocation, and from which server. */
    private record Reply(SimulatedRows.Grant grant, String server) {}
}
