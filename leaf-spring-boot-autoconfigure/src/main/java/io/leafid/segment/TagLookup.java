package io.leafid.segment;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One question to the store whether a tag exists, which any number of callers wait for. Thread-safe. */
final class TagLookup {

    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean found;
    private volatile @Nullable Throwable failure;
    private volatile long expiresNanos;

    /** Ends the lookup; its answer counts until {@code expires}. */
    void end(boolean exists, @Nullable Throwable problem, long expires) {
        found = exists;
        failure = problem;
        expiresNanos = expires;
        ended.countDown();
    }

    boolean await(long nanos) throws InterruptedException {
        return ended.await(nanos, TimeUnit.NANOSECONDS);
    }

    boolean found() {
        return found;
    }

    @Nullable Throwable failure() {
        return failure;
    }

    boolean isExpiredAt(long nowNanos) {
        return ended.getCount() == 0 && nowNanos - expiresNanos >= 0;
    }
}
