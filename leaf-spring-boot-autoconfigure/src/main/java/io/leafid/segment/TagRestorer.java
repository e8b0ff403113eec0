package io.leafid.segment;

/** Brings a tag back that had been removed. Thread-safe. */
interface TagRestorer {

    /**
     * Asks the store for a retired tag; if it has a row again, its buffer issues again.
     *
     * @param unknown whether it may get a row if it has none
     * @throws io.leafid.IdGenerationException if it has none, or the store does not answer before the deadline
     */
    void restore(String tag, Deadline deadline, Unknown unknown);
}
