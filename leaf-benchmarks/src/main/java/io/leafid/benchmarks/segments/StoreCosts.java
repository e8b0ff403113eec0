package io.leafid.benchmarks.segments;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Costs of one iteration at the store, as columns beside its throughput. */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
public class StoreCosts {

    /** Ids that were issued. */
    public long issued;

    /** Ids that were reserved for them, and ahead of need. */
    public long reserved;

    /** Allocations. */
    public long roundTrips;

    /** Leaves out what has happened before the iteration. */
    @Setup(Level.Iteration)
    public void leaveOut(Ledger ledger) {
        ledger.sinceLastTime();
    }

    /** Whichever thread comes first takes all, the others nothing; the columns are sums over the threads. */
    @TearDown(Level.Iteration)
    public void collect(Ledger ledger) {
        Ledger.Balance balance = ledger.sinceLastTime();
        issued = balance.issued();
        reserved = balance.reserved();
        roundTrips = balance.roundTrips();
    }
}
