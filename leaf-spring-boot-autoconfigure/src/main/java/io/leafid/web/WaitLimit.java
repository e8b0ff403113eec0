package io.leafid.web;

import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Limits how many requests may be in a call for ids at once, so that a dead store cannot hold all threads of the server.
 * Thread-safe.
 *
 * <p>A call takes microseconds while ids are reserved, so the limit is met only by calls that wait.
 */
final class WaitLimit {

    private final Semaphore places;

    WaitLimit(int places) {
        this.places = new Semaphore(places);
    }

    long call(LongSupplier supplier) {
        enter();
        try {
            return supplier.getAsLong();
        } finally {
            places.release();
        }
    }

    <T> T call(Supplier<T> supplier) {
        enter();
        try {
            return supplier.get();
        } finally {
            places.release();
        }
    }

    private void enter() {
        if (!places.tryAcquire()) {
            throw new ProblemException(Problem.unavailable("too many requests wait for ids already"));
        }
    }
}
