package io.leafid.cluster;

import io.leafid.TagLimit;

/** What a process does: its engine, and what that needs. One thread at a time. */
interface Work {

    /** Starts; returns whether it did. */
    boolean start();

    /** One caller asks for an id or some; returns whether it got them. */
    boolean call();

    /** Whether it has started and issues all that it is there for. Called when nothing goes wrong any more. */
    boolean issues();

    /** Ends in order. */
    void stop();

    /** Stops and starts again, as around a snapshot of the process. */
    void stopAndStart(long nanos);

    /** The process has ended: the system takes back what it had locked. */
    void drop();

    /** The registry ends its session. */
    default void expire() {}

    /** What it reads of the registry lags by so many changes. */
    default void lag(long changes) {}

    /** The process has read its wall clock. */
    default void read(long wallMillis) {}

    /** What callers may ask of a tag from now on. */
    default void limit(String tag, TagLimit limit) {}

    /** No limit holds any more. */
    default void unlimit() {}

    /** Whether a registry has confirmed what it began with; else it went by its own file. */
    default boolean isConfirmed() {
        return true;
    }

    /** Where the lease begins that is used now. */
    default long floorMillis() {
        return 0;
    }
}
