package io.leafid;

/** An engine: a generator that is started, stopped and limited. Thread-safe. */
public interface ManagedIdGenerator extends IdGenerator, AutoCloseable {

    /** Begins to issue ids, for the first time or again after {@link #stop()}. */
    void start();

    /** Stops issuing until the next start, and holds nothing that a copy of this process's memory could issue too. Idempotent. */
    void stop();

    /** Stops for good. Idempotent. */
    @Override
    void close();

    /** Changes the limit of a tag and its periods from now on, also for sequences that were obtained before. */
    void limit(String tag, TagLimit limit);
}
