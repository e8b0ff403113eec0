package io.leafid.segment.jdbc;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.CounterSetBackException;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcOperations;

/** An allocation from the counter of a tag, with the margin that a change of server is skipped over by. For one thread. */
final class CounterAllocation {

    private final StoreAccess on;
    private final SegmentStatements sql;
    private final ServerWatch servers;
    private final CounterUpdate counter;
    private boolean isRefused;

    CounterAllocation(StoreAccess on, SegmentStatements sql, ServerWatch servers) {
        this.on = on;
        this.sql = sql;
        this.servers = servers;
        this.counter = new CounterUpdate(on.dialect().counters(), sql);
    }

    AllocatedSegment allocate(String tag, Lift wanted) {
        long ceiling = Math.min(wanted.ceiling(), sql.largest());
        Lift lift = new Lift(wanted.amount(), wanted.least(), wanted.floor(), ceiling);
        try {
            return ask(tag, lift);
        } catch (CounterSetBackException ex) {
            return ask(tag, servers.afterRefusal(tag, lift).orElseThrow(() -> ex));
        }
    }

    private AllocatedSegment ask(String tag, Lift lift) {
        if (lift.isTooHigh()) {
            throw refusal(tag, lift);
        }
        Attempt attempt = on.statements().execute(jdbc -> allocate(jdbc, tag, lift));
        CounterRow row = attempt.row().orElseThrow(() -> refusal(tag, attempt.lift()));
        servers.recordAllocation(tag, attempt.changes());
        return new AllocatedSegment(row.end() - lift.amount(), row.end(), row.step());
    }

    /**
     * Allocates once more, with the margin below, if another server has answered than before; the first range is skipped too.
     */
    private Attempt allocate(JdbcOperations jdbc, String tag, Lift lift) {
        Optional<CounterRow> first = counter.allocate(jdbc, tag, lift);
        if (first.isEmpty()) {
            return new Attempt(first, lift, servers.changes());
        }
        long changes = servers.recordServer(first.get().server());
        long owed = Math.min(servers.marginDue(tag, changes), lift.ceiling() - lift.amount());
        if (owed == 0) {
            return new Attempt(first, lift, changes);
        }
        Lift again = new Lift(owed + lift.amount(), lift.least(), lift.floor(), lift.ceiling());
        return new Attempt(again.isTooHigh() ? Optional.empty() : counter.allocate(jdbc, tag, again), again, changes);
    }

    /** Returns whether the row was the reason that it failed; its table may be altered until the next one. */
    boolean isRefused() {
        return isRefused;
    }

    private RuntimeException refusal(String tag, Lift lift) {
        isRefused = true;
        return on.statements().execute(jdbc -> new AllocationRefusal(sql, servers).reason(jdbc, tag, lift));
    }

    /**
     * What the statements of an allocation have replied.
     *
     * @param row the row as the last UPDATE has left it; empty if that was refused
     * @param lift what the last UPDATE was to do
     * @param changes how many changes of server there had been
     */
    private record Attempt(Optional<CounterRow> row, Lift lift, long changes) {}
}
