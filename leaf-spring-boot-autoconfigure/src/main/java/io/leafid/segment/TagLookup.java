package io.leafid.segment;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One question to the store whether a tag exists, which any number of callers wait for. Thread-safe.
 *
 * <p>Nobody joins it any more once it has expired, be it answered or not.
 */
final class TagLookup {

    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean found;
    private volatile @Nullable Throwable failure;
    private volatile long expiresNanos;

    /** A question that others join until the time given. */
    TagLookup(long expiresNanos) {
        this.expiresNanos = expiresNanos;
    }

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
        return nowNanos - expiresNanos >= 0;
    }
}
