package io.leafid.snowflake;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A number that many threads change at once by compare-and-set, alone in its cache lines. Thread-safe.
 *
 * <p>The three classes fix the order of fields: the virtual machine lays out those of a superclass first. Without the
 * padding each change would take the line of neighbouring fields away from every other core.
 */
abstract class PaddedWord extends PaddedWordValue {

    @SuppressWarnings("unused") // keeps the fields of subclasses off the word's cache line
    private long p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15;
}

abstract class PaddedWordValue extends PaddedWordPadding {

    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(PaddedWordValue.class, "word", long.class);
        } catch (ReflectiveOperationException ex) {
            throw new ExceptionInInitializerError(ex);
        }
    }

    @SuppressWarnings("unused") // written through the handle
    private volatile long word;

    final long get() {
        return word;
    }

    final boolean compareAndSet(long expected, long next) {
        return WORD.compareAndSet(this, expected, next);
    }

    final long getAndSet(long next) {
        return (long) WORD.getAndSet(this, next);
    }
}

abstract class PaddedWordPadding {

    @SuppressWarnings("unused") // keeps what lies before this object off the word's cache line
    private long p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15;
}
