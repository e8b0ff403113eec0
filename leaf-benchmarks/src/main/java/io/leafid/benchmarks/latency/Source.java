package io.leafid.benchmarks.latency;

import java.util.function.LongSupplier;

/**
 * A generator of ids, fresh and ready.
 *
 * @param name what it is called in tables and plots
 * @param ids hands out its ids
 * @param end ends its threads
 */
record Source(String name, LongSupplier ids, Runnable end) implements AutoCloseable {

    @Override
    public void close() {
        end.run();
    }
}
