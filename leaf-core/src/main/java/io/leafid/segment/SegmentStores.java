package io.leafid.segment;

import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.StartFailures;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The stores that one generator allocates from: one for all tags but those that have another. Immutable.
 *
 * @param usual the store of the tags that name none
 * @param named the stores of single tags
 * @param failures what failures of the usual store mean at start
 */
public record SegmentStores(SegmentStore usual, List<TagStore> named, StartFailures failures) {

    /** Checks that no tag and no name is there twice. */
    public SegmentStores {
        named = List.copyOf(named);
        Set<String> names = new HashSet<>();
        Set<String> tags = new HashSet<>();
        for (TagStore each : named) {
            requireNew(each.name(), names);
            for (String tag : each.tags()) {
                requireNew(tag, tags);
            }
        }
    }

    /** One store for all tags. */
    public static SegmentStores of(SegmentStore store) {
        return new SegmentStores(store, List.of(), StartFailures.UNEXPLAINED);
    }

    private static void requireNew(String value, Set<String> seen) {
        if (!seen.add(value)) {
            throw new IllegalArgumentException("'" + value + "' is there twice");
        }
    }

    /**
     * A store that serves single tags and no others.
     *
     * @param name what operators call it; usable as a part of a file's name
     * @param store where ranges are allocated
     * @param tags the tags that it serves
     * @param failures what its failures mean at start
     */
    public record TagStore(String name, SegmentStore store, Set<String> tags, StartFailures failures) {

        public TagStore {
            tags = Set.copyOf(tags);
        }
    }
}
