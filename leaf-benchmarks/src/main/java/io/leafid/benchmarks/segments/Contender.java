package io.leafid.benchmarks.segments;

import io.leafid.IdSequence;
import io.leafid.segment.SegmentIdGenerator;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import me.ahoo.cosid.segment.SegmentChainId;

/**
 * A source of ids of one tag, fresh and ready, on a store of its own.
 *
 * @param name what it is called in the tables
 * @param ids hands out its ids
 * @param ledger what its ids cost
 * @param end ends its threads
 */
record Contender(String name, Taker ids, Ledger ledger, Runnable end) implements AutoCloseable {

    private static final List<String> TAG = List.of("order");

    /** A way to make one. */
    @FunctionalInterface
    interface Maker {

        Contender make(Duration latency);
    }

    /** Those with a store. */
    static final List<Maker> PEERS = List.of(Contender::leaf, Contender::cosId);

    /** Those with a store, and first a bare counter, which shows what the machine does to all of them. */
    static final List<Maker> ALL = List.of(Contender::bareCounter, Contender::leaf, Contender::cosId);

    private static Contender bareCounter(Duration latency) {
        AtomicLong counter = new AtomicLong();
        return new Contender("bareCounter", new Taker(counter::getAndIncrement), new Ledger(), () -> {});
    }

    private static Contender leaf(Duration latency) {
        Ledger ledger = new Ledger();
        SegmentIdGenerator generator = LeafSource.open(TAG, latency, ledger);
        IdSequence sequence = generator.sequence(TAG.get(0));
        return new Contender("leaf", new Taker(sequence::next), ledger, generator::close);
    }

    private static Contender cosId(Duration latency) {
        Ledger ledger = new Ledger();
        var workers = CosIdSource.newWorkers();
        SegmentChainId sequence = Objects.requireNonNull(
                CosIdSource.open(TAG, latency, ledger, workers).get(TAG.get(0)));
        return new Contender("cosId", new Taker(sequence::generate), ledger, workers::shutdown);
    }

    @Override
    public void close() {
        end.run();
    }
}
