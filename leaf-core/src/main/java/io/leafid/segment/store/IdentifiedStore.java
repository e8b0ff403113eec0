package io.leafid.segment.store;

/** A store that tells which one it is, so that what a run has noted of it counts in the next one. */
public interface IdentifiedStore extends SegmentStore {

    /**
     * The name that tells this store from every other one and stays the same from one run to the next, in one line. The highest ids that
     * a run notes on its disk are those of the store with this identity: after a restart a row that stands below them is
     * refused.
     *
     * @return empty if the store cannot tell, or begins anew with each process; then nothing is refused after a restart
     */
    String identity();

    /** A short word for operators: what kind of store it is, such as {@code jdbc}. The name of the class if not overridden. */
    default String name() {
        return getClass().getSimpleName();
    }
}
