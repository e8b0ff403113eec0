package io.leafid.segment;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A counter that many threads move at once, alone in its cache lines. Thread-safe.
 *
 * <p>The three classes fix the order of fields: the virtual machine lays out those of a superclass first. Without the
 * padding each increment would invalidate the line that holds the range's bounds for every other core.
 */
abstract class ClaimCounter extends ClaimCounterValue {

    @SuppressWarnings("unused") // keeps the fields of subclasses off the counter's cache line
    private long p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15;
}

abstract class ClaimCounterValue extends ClaimCounterPadding {

    private static final VarHandle CLAIMED;

    static {
        try {
            CLAIMED = MethodHandles.lookup().findVarHandle(ClaimCounterValue.class, "claimed", long.class);
        } catch (ReflectiveOperationException ex) {
            throw new ExceptionInInitializerError(ex);
        }
    }

    @SuppressWarnings("unused") // read and written through the handle
    private volatile long claimed;

    /** Adds to the counter and returns its value before. Never blocks. */
    final long getAndAdd(long amount) {
        return (long) CLAIMED.getAndAdd(this, amount);
    }

    /** The counter's value now. */
    final long get() {
        return claimed;
    }
}

abstract class ClaimCounterPadding {

    @SuppressWarnings("unused") // keeps what lies before this object off the counter's cache line
    private long p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15;
}
