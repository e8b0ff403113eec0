package io.leafid.benchmarks.segments;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Costs of the ids of one run at the store: ids reserved and round trips, beside ids issued. Thread-safe. */
@State(Scope.Benchmark)
public class Ledger {

    private final AtomicLong reserved = new AtomicLong();
    private final AtomicLong roundTrips = new AtomicLong();
    private final AtomicLong largest = new AtomicLong();
    private final AtomicLong slowestNanos = new AtomicLong();
    private volatile LongSupplier issued = () -> 0;
    private Balance closed = new Balance(0, 0, 0);

    /** Notes who knows how many ids were issued. */
    void issuedBy(LongSupplier supplier) {
        issued = supplier;
    }

    /** Notes one round trip that has reserved so many ids, and how long it took. */
    void allocated(long ids, long nanos) {
        reserved.addAndGet(ids);
        roundTrips.incrementAndGet();
        largest.accumulateAndGet(ids, Math::max);
        slowestNanos.accumulateAndGet(nanos, Math::max);
    }

    /** Ids of the largest allocation so far. */
    long largestAllocation() {
        return largest.get();
    }

    /** The time that the slowest round trip so far has taken: above the latency that is set, the machine is at fault. */
    long slowestNanos() {
        return slowestNanos.get();
    }

    /** Everything so far. */
    Balance total() {
        return new Balance(issued.getAsLong(), reserved.get(), roundTrips.get());
    }

    /** The balance of what has happened since the last call. */
    synchronized Balance sinceLastTime() {
        Balance now = total();
        Balance before = closed;
        closed = now;
        return now.minus(before);
    }

    /**
     * Ids and what they have cost. Immutable.
     *
     * @param issued ids handed out
     * @param reserved ids allocated
     * @param roundTrips allocations
     */
    record Balance(long issued, long reserved, long roundTrips) {

        private Balance minus(Balance before) {
            return new Balance(issued - before.issued, reserved - before.reserved, roundTrips - before.roundTrips);
        }

        /** Ids allocated and not handed out. */
        long unused() {
            return reserved - issued;
        }
    }
}
