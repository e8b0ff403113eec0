package io.leafid.benchmarks.segments;

import io.leafid.time.TimeSource;
import java.time.Duration;

/** Latency of one round trip, none at all if it is zero; a wait for it tells how much time has really passed. */
record Latency(Duration roundTrip) {

    long pass() {
        if (roundTrip.isZero()) {
            return 0;
        }
        TimeSource time = TimeSource.system();
        long start = time.nanoTime();
        long passed = 0;
        while (passed < roundTrip.toNanos()) {
            time.parkNanos(roundTrip.toNanos() - passed);
            passed = time.nanoTime() - start;
        }
        return passed;
    }
}
