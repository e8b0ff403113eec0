package io.leafid.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A number that many threads change at once, alone in its cache lines; to be extended by what it is the state of. Thread-safe.
 *
 * <p>The three classes fix the order of fields: the virtual machine lays out those of a superclass first. Without the
 * padding each change would invalidate the line that holds the subclass's fields for every other core.
 */
public abstract class PaddedLong extends PaddedLongValue {

    @SuppressWarnings("unused") // keeps the fields of subclasses off the number's cache line
    private long p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15;

    /** A number that begins at 0. */
    protected PaddedLong() {}
}

abstract class PaddedLongValue extends PaddedLongPadding {

    private static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(PaddedLongValue.class, "value", long.class);
        } catch (ReflectiveOperationException ex) {
            throw new ExceptionInInitializerError(ex);
        }
    }

    @SuppressWarnings("unused") // written through the handle
    private volatile long value;

    /** The number now. */
    public final long get() {
        return value;
    }

    /** Adds to the number and returns its value before. Never blocks. */
    public final long getAndAdd(long amount) {
        return (long) VALUE.getAndAdd(this, amount);
    }

    /** Replaces the number if it is the expected one; returns whether it was. */
    public final boolean compareAndSet(long expected, long next) {
        return VALUE.compareAndSet(this, expected, next);
    }

    /** Replaces the number and returns its value before. */
    public final long getAndSet(long next) {
        return (long) VALUE.getAndSet(this, next);
    }
}

abstract class PaddedLongPadding {

    @SuppressWarnings("unused") // keeps what lies before this object off the number's cache line
    private long p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15;
}
