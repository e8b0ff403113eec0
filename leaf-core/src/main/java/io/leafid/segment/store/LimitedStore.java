package io.leafid.segment.store;

/** A store that grants only so many ids at once. */
public interface LimitedStore extends SegmentStore {

    /**
     * The most ids that one allocation of a tag may take, also where its row has a larger step; the engine keeps its steps below.
     * May change from one call to the next. Asks nothing.
     */
    long maxStep(String tag);
}
