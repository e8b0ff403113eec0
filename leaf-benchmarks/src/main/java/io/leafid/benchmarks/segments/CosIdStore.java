package io.leafid.benchmarks.segments;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import me.ahoo.cosid.segment.IdSegmentDistributor;

/** The counter of one name, for CosId; answers like {@link InMemoryStore}. Thread-safe. */
final class CosIdStore implements IdSegmentDistributor {

    private final AtomicLong lastMaxId = new AtomicLong();
    private final String name;
    private final long step;
    private final Latency latency;
    private final Ledger ledger;

    CosIdStore(String name, long step, Duration latency, Ledger ledger) {
        this.name = name;
        this.step = step;
        this.latency = new Latency(latency);
        this.ledger = ledger;
    }

    @Override
    public String getNamespace() {
        return "benchmark";
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public long getStep() {
        return step;
    }

    @Override
    public long nextMaxId(long amount) {
        ledger.allocated(amount, latency.pass());
        return lastMaxId.addAndGet(amount);
    }
}
