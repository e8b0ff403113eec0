package io.leafid.segment.interleaved;

import io.leafid.segment.jdbc.LiftingSegmentStore;

/**
 * One of the databases that grant interleaved ids, as it is configured.
 *
 * @param name the name that the operator has given it
 * @param slot its slot, 0 or more; the same in every node and for ever
 * @param store the store in it
 */
public record SlottedDatabase(String name, int slot, LiftingSegmentStore store) {}
